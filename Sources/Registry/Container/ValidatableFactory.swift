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
  /// It finds errors of throwing and asynchronous factories, promised factories that nobody
  /// registered, and cycles. Each factory is resolved on its own thread, or on its actor. If a
  /// plain factory has an error, it cannot continue: its thread sleeps until the process ends, and
  /// keeps the locks that the program's code holds there. An actor cannot sleep like this, so a
  /// cycle of plain factories on an actor still ends the process. The values are real, and cached
  /// if the factory has a scope.
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
      switch await StoppableWork.run(isValidation: true, factory.validate) {
      case .returned: break
      case .threw(let error), .stopped(let error):
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
  public var place: String { registration.declaration.place }
}

extension FactoryRegistration where P == Void {
  /// Resolves the factory with any error allowed, on its actor.
  fileprivate func validate() async throws {
    let overrides = overrides
    if isPromise, !isPromiseKept(overrides) { throw RegistryError.brokenPromise(declaration) }
    if let actor = effectiveRecipe(overrides).isolation {
      try await validate(on: actor)
    } else {
      _ = try resolve((), throwing: (any Error).self)
    }
  }

  private func validate(on actor: isolated any Actor) async throws {
    // A thread of the validation that runs an actor must not sleep: the actor would with it.
    let stack = ResolutionStack.current
    stack.belong(to: nil)
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
