/// The manager of a factory's container, kept alive by the factory.
///
/// The process's container (`Container.shared` outside of tests) is never released, so its factories do not retain it.
/// A retain would cost a sixth of the time that a cached value takes.
@usableFromInline
@safe
struct ManagerReference: Sendable {
  @usableFromInline let unretained: Unmanaged<ContainerManager>
  /// The manager; nil for one that lives as long as the process.
  @usableFromInline let owner: ContainerManager?

  @inlinable
  init(_ manager: ContainerManager) {
    unsafe unretained = .passUnretained(manager)
    owner = manager.isPermanent ? nil : manager
  }

  /// Used for a resolution without a container: a property's value, a key's default.
  static var placeholder: ManagerReference { ManagerReference(.placeholder) }

  /// The manager, retained.
  var manager: ContainerManager { unsafe unretained.takeUnretainedValue() }

  /// Runs the body with the manager, borrowed: this value keeps it alive during the call.
  @inlinable
  func borrow<Result>(_ body: (ContainerManager) -> Result) -> Result {
    // Without this the optimiser, which sees no link between the two, might release the owner earlier.
    defer { extendLifetime(owner) }
    return unsafe unretained._withUnsafeGuaranteedRef(body)
  }
}
