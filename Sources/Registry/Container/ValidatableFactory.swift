/// A factory that `validate()` can resolve: one without a parameter.
public protocol ValidatableFactory: Sendable {
  /// Resolves the factory, on its actor if it has one.
  ///
  /// - Throws: What the factory throws, or a ``RegistryError``.
  func validate() async throws

  /// Names the factory and its place: `name (Module/File.swift:line)`.
  var place: String { get }
}

/// An error that a factory threw when `validate()` resolved it.
public struct ValidationError: Error, Sendable, CustomStringConvertible {
  /// The factory's name and place.
  public let factory: String
  /// What it threw.
  public let error: any Error

  /// The factory and what it threw.
  public var description: String { "\(factory): \(error)" }
}

extension ManagedContainer {
  /// Resolves each of these factories and returns every error: `await container.validate(\.store, \.session)`.
  ///
  /// It finds errors of throwing and asynchronous factories, cycles among them, and promised factories that nobody
  /// registered. A factory that cannot throw has no value to go on with: its mistake ends the process, here too. Each is
  /// resolved on its actor, if it has one. The values are real, and cached if the factory has a scope.
  public func validate<each F: ValidatableFactory>(
    _ factories: repeat KeyPath<Self, each F>
  ) async -> [ValidationError] {
    var all: [any ValidatableFactory] = []
    repeat all.append(self[keyPath: each factories])
    return await Self.errors(of: all)
  }

  fileprivate static func errors(of factories: [any ValidatableFactory]) async -> [ValidationError]
  {
    var errors: [ValidationError] = []
    for factory in factories {
      do {
        try await factory.validate()
      } catch {
        errors.append(ValidationError(factory: factory.place, error: error))
      }
    }
    return errors
  }
}

extension ManagedContainer where Self: AutoRegistering {
  /// Resolves each of the container's `essentials` and returns every error.
  public func validate() async -> [ValidationError] {
    await Self.errors(of: essentials)
  }
}

// MARK: - Factories

extension FactoryModifying {
  /// Names the factory and its place: `name (Module/File.swift:line)`.
  public var place: String { registration.definition.declaration.place }
}

extension FactoryRegistration where P == Void {
  /// Resolves the factory with any error allowed, on its actor.
  fileprivate func validate() async throws {
    let resolution = definition.resolution(())
    if let error = resolution.brokenPromise(of: definition) { throw error }
    if let actor = recipe(resolution).isolation {
      try await validate(on: actor)
    } else {
      _ = try resolve((), throwing: (any Error).self)
    }
  }

  private func validate(on actor: isolated any Actor) throws {
    _ = try resolve((), throwing: (any Error).self)
  }
}

extension ValidatableFactory where Self: FactoryModifying, Self.P == Void {
  /// Resolves the factory, on its actor if it has one.
  public func validate() async throws {
    try await registration.validate()
  }
}

extension Factory: ValidatableFactory {}
extension ThrowingFactory: ValidatableFactory {}
extension Contributions: ValidatableFactory {}

extension AsyncFactory: ValidatableFactory {
  /// Resolves the factory.
  public func validate() async throws {
    _ = try await registration.resolveAsynchronously(())
  }
}
