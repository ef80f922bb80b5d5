/// Injects a dependency when it is first read, once, whichever thread comes first.
///
/// Copies of the owner share what was resolved.
@propertyWrapper
public struct LazyInjected<T>: Sendable {
  private let source: InjectionSource<T>
  private let storage: LazyStorage<T>

  /// Injects from `Container.shared`.
  public init(_ keyPath: KeyPath<Container, Factory<T>>) {
    self.init(InjectionSource(keyPath))
  }

  /// Injects from the shared container of another type: `@LazyInjected(\Payments.service)`.
  public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) {
    self.init(InjectionSource(keyPath))
  }

  private init(_ source: InjectionSource<T>) {
    self.source = source
    storage = LazyStorage()
  }

  /// The dependency, resolved now if this is the first read.
  public var wrappedValue: T {
    get { storage.value { source.factory() } }
    nonmutating set { storage.replace(newValue) }
  }

  /// The wrapper itself, for `$service.resolve()`, `$service.factory` and `$service.resolvedOrNil()`.
  public var projectedValue: LazyInjected<T> { self }

  /// The factory that the dependency comes from.
  public var factory: Factory<T> { source.factory }

  /// Replaces the dependency by what the factory gives now, after a reset if one is named.
  public func resolve(reset options: FactoryResetOptions = .none) {
    storage.replace(source.factory.reset(options)())
  }

  /// The dependency if it was read before.
  public func resolvedOrNil() -> T? {
    storage.current
  }
}

/// One value that is made on first use, exactly once; a cell of the container's kind without a container.
final class LazyStorage<T>: Sendable {
  private let slot = Slot(
    Declaration(
      name: "lazily injected",
      fileID: #fileID,
      line: #line,
      column: 0,
      type: ObjectIdentifier(T.self)
    )
  )

  /// The value, which `make` gives the first time.
  func value(_ make: () -> T) -> T {
    if let current { return current }
    let cache = Cache(
      slot: slot,
      container: nil,
      variant: nil,
      scopeID: 0,
      isWeak: false,
      deadline: { nil },
      isLate: { _ in false }
    )
    return cache.value(make: { _ in make() }, release: { _ in nil }).value
  }

  func replace(_ value: T) {
    let entry = Entry(value, scopeID: 0, isWeak: false)
    slot.update { $0.primary = entry.map { .ready($0, deadline: nil) } ?? .empty }
  }

  var current: T? {
    guard let entry = slot.published.load() else { return nil }
    // Only this type puts entries into the slot.
    return unsafe unsafeDowncast(entry, to: Entry<T>.self).load()
  }
}
