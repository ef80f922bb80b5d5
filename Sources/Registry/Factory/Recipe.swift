/// How a factory makes its value: the closure as its author wrote it, without a wrapper.
@usableFromInline
enum Recipe<P, T>: Sendable {
  case plain(@isolated(any) @Sendable () -> T)
  case parameter(@isolated(any) @Sendable (P) -> T)
  case throwing(@isolated(any) @Sendable () throws -> T)
  case throwingParameter(@isolated(any) @Sendable (P) throws -> T)
  case async(@isolated(any) @Sendable () async throws -> T)
  case asyncParameter(@isolated(any) @Sendable (P) async throws -> T)
  /// Takes the place of any closure.
  case constant(Constant<T>)

  /// The actor that the closure must run on.
  var isolation: (any Actor)? {
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
  @usableFromInline
  func make<Failure: Error>(
    _ parameter: P,
    of declaration: Declaration,
    throwing: Failure.Type
  ) throws(Failure) -> T {
    if let actor = isolation, !CurrentActor.is(actor) {
      let error = RegistryError.wrongActor(actor, declaration)
      // A test goes on, off the actor: it has failed anyway, and others must not fail with it.
      guard Failure.self == Never.self, Wiring.failsTest(error) else {
        throw Wiring.error(error, as: Failure.self)
      }
    }
    do {
      return try run(parameter)
    } catch {
      throw Wiring.error(error, as: Failure.self)
    }
  }

  /// The closure as a function that is called without a hop to its actor.
  ///
  /// Swift calls an `@isolated(any)` function with `await` only. The caller has checked that no hop is needed, and the type
  /// without the isolation has the same calling convention: the isolation is data in the closure's context.
  @inlinable @inline(__always)
  static func withoutHop(_ make: @escaping @isolated(any) @Sendable () -> T) -> @Sendable () -> T {
    unsafe unsafeBitCast(make, to: (@Sendable () -> T).self)
  }

  /// Runs the closure without a hop; see ``withoutHop(_:)`` for the casts.
  private func run(_ parameter: P) throws -> T {
    switch self {
    case .plain(let make):
      return Self.withoutHop(make)()
    case .parameter(let make):
      return unsafe unsafeBitCast(make, to: (@Sendable (P) -> T).self)(parameter)
    case .throwing(let make):
      return try unsafe unsafeBitCast(make, to: (@Sendable () throws -> T).self)()
    case .throwingParameter(let make):
      return try unsafe unsafeBitCast(make, to: (@Sendable (P) throws -> T).self)(parameter)
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
  let value: T

  init(_ value: T) where T: Sendable {
    self.value = value
  }
}

/// The same closure, declared `Sendable`, which only its author can know; see ``OverridableFactory``.
func declaredSendable<Given, Kept>(_ closure: Given) -> Kept {
  unsafe unsafeBitCast(closure, to: Kept.self)
}
