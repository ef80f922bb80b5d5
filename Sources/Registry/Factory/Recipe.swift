/// The recipe of any factory, as a container keeps it; a declaration determines its type.
@usableFromInline
protocol AnyRecipe: Sendable {}

/// How a factory makes its value: the closure as its author wrote it, without a wrapper.
@usableFromInline
enum Recipe<P, T>: AnyRecipe {
  case plain(@isolated(any) @Sendable () -> T)
  case parameter(@isolated(any) @Sendable (P) -> T)
  case throwing(@isolated(any) @Sendable () throws -> T)
  case throwingParameter(@isolated(any) @Sendable (P) throws -> T)
  case async(@isolated(any) @Sendable () async throws -> T)
  case asyncParameter(@isolated(any) @Sendable (P) async throws -> T)
  /// Takes the place of any closure.
  case constant(Constant<T>)

  /// The actor that the closure must run on.
  @inlinable var isolation: (any Actor)? {
    switch self {
    case .plain(let make): make.isolation
    case .parameter(let make): make.isolation
    case .throwing(let make): make.isolation
    case .throwingParameter(let make): make.isolation
    case .async(let make): make.isolation
    case .asyncParameter(let make): make.isolation
    case .constant: nil
    }
  }
}

// MARK: - Synchronously

extension Recipe {
  /// Runs the closure on the calling thread, which must be on the closure's actor if it has one.
  ///
  /// - Throws: What the closure throws; a factory whose `Failure` is `Never` has recipes that throw nothing.
  @inlinable
  func make<Failure: Error>(
    _ parameter: P,
    of declaration: Declaration,
    throwing: Failure.Type
  ) throws(Failure) -> T {
    if let actor = isolation, !CurrentActor.is(actor) {
      throw Wiring.error(RegistryError.wrongActor(actor, declaration), as: Failure.self)
    }
    do {
      return try run(parameter)
    } catch {
      throw Wiring.error(error, as: Failure.self)
    }
  }

  /// Calls the closure without a hop to its actor, on which the caller is; see ``retyped(_:as:)``.
  @inlinable
  func run(_ parameter: P) throws -> T {
    switch self {
    case .plain(let make):
      return retyped(make, as: (@Sendable () -> T).self)()
    case .parameter(let make):
      return retyped(make, as: (@Sendable (P) -> T).self)(parameter)
    case .throwing(let make):
      return try retyped(make, as: (@Sendable () throws -> T).self)()
    case .throwingParameter(let make):
      return try retyped(make, as: (@Sendable (P) throws -> T).self)(parameter)
    case .constant(let constant):
      return constant.value
    case .async, .asyncParameter:
      preconditionFailure("an asynchronous factory is resolved by await")
    }
  }
}

// MARK: - Asynchronously

extension Recipe where P: Sendable, T: Sendable {
  /// Runs the closure on its actor, wherever the caller is.
  func makeAsynchronously(_ parameter: P) async throws -> T {
    switch self {
    case .plain(let make): await make()
    case .parameter(let make): await make(parameter)
    case .throwing(let make): try await make()
    case .throwingParameter(let make): try await make(parameter)
    case .async(let make): try await make()
    case .asyncParameter(let make): try await make(parameter)
    case .constant(let constant): constant.value
    }
  }
}

/// A value that exists already; it is a class, so that every recipe has the same size.
///
/// `@unchecked Sendable`: a constant, and `init` takes `Sendable` values only. `T` itself cannot be constrained, since
/// recipes also make values of other types.
@usableFromInline
final class Constant<T>: @unchecked Sendable {
  @usableFromInline let value: T

  init(_ value: T) where T: Sendable {
    self.value = value
  }
}
