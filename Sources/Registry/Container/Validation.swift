/// A factory that `validate()` can try: one that needs no parameter.
public protocol ValidatableFactory: Sendable {
  /// Resolves the factory, on its actor if it has one.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  func validate() async throws

  /// Names the factory and its place: `name (Module/File.swift:line)`.
  var place: String { get }
}

/// A factory that cannot give its value.
public struct ValidationError: Error, Sendable, CustomStringConvertible {
  /// The factory's name and place.
  public let factory: String
  /// Why it cannot.
  public let error: any Error

  /// The factory and why it cannot give its value.
  public var description: String { "\(factory): \(error)" }
}

extension ManagedContainer {
  /// Resolves each of these factories, and gives every failure: `await container.validate(\.store, \.session)`.
  ///
  /// It finds what throwing and asynchronous factories throw, their cycles among it, and promised factories that nobody
  /// registered. What a plain factory cannot throw, such as a cycle of plain factories, still ends the process. What the
  /// factories make is made for real, and cached if they have a scope.
  public func validate<each F: ValidatableFactory>(
    _ factories: repeat KeyPath<Self, each F>
  ) async -> [ValidationError] {
    var all: [any ValidatableFactory] = []
    repeat all.append(self[keyPath: each factories])
    return await Self.failures(of: all)
  }

  fileprivate static func failures(
    of factories: [any ValidatableFactory]
  ) async -> [ValidationError] {
    var failures: [ValidationError] = []
    for factory in factories {
      do {
        try await factory.validate()
      } catch {
        failures.append(ValidationError(factory: factory.place, error: error))
      }
    }
    return failures
  }
}

extension ManagedContainer where Self: AutoRegistering {
  /// Resolves each of the container's `essentials`, and gives every failure.
  public func validate() async -> [ValidationError] {
    await Self.failures(of: essentials)
  }
}

// MARK: - Factories

extension FactoryModifying {
  /// Names the factory and its place: `name (Module/File.swift:line)`.
  public var place: String { registration.declaration.place }
}

extension FactoryRegistration where P == Void {
  /// Resolves the factory where it may throw, on its actor.
  fileprivate func validate() async throws {
    let overrides = overrides
    if isPromise, !isKept(overrides) { throw RegistryError.brokenPromise(declaration.place) }
    if let actor = effectiveRecipe(overrides).isolation {
      try await validate(on: actor)
    } else {
      _ = try resolve((), throwing: (any Error).self)
    }
  }

  private func validate(on actor: isolated any Actor) async throws {
    _ = try resolve((), throwing: (any Error).self)
  }
}

extension Factory: ValidatableFactory {
  /// Resolves the factory, on its actor if it has one.
  public func validate() async throws {
    try await registration.validate()
  }
}

extension ThrowingFactory: ValidatableFactory {
  /// Resolves the factory, on its actor if it has one.
  public func validate() async throws {
    try await registration.validate()
  }
}

extension Contributions: ValidatableFactory {
  /// Makes the list.
  public func validate() async throws {
    try await registration.validate()
  }
}

extension AsyncFactory: ValidatableFactory {
  /// Resolves the factory.
  public func validate() async throws {
    _ = try await registration.resolveAsynchronously(())
  }
}
