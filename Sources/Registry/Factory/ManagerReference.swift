/// The manager of a factory's container, kept alive as long as the factory is.
///
/// The process's own container, which `Container.shared` is outside of tests, never goes: its factories, which live for a
/// moment, count no reference to it. That would cost a sixth of the time that a cached value takes.
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

  /// Stands for the container where a resolution in progress belongs to none: a property's value, a key's default.
  static var standIn: ManagerReference { ManagerReference(.standIn) }

  /// The manager, retained.
  var manager: ContainerManager { unsafe unretained.takeUnretainedValue() }

  /// Runs the body with the manager, borrowed: it outlives the call, as this value does.
  @inlinable
  func borrow<Result>(_ body: (ContainerManager) -> Result) -> Result {
    // Else an optimiser, which sees no connection between the two, might release the owner before.
    defer { extendLifetime(owner) }
    return unsafe unretained._withUnsafeGuaranteedRef(body)
  }
}
