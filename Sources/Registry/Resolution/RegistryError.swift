/// A mistake in a program's wiring, thrown where a factory can throw and reported by a trap where it cannot.
public struct RegistryError: Error, Sendable {
  /// The kind of mistake.
  public struct Code: Hashable, Sendable {
    private enum Value { case circularDependency, notRegistered, wrongActor }
    private let value: Value

    /// A factory needs its own value to make it, perhaps through other factories, threads or tasks.
    public static var circularDependency: Code { Code(value: .circularDependency) }
    /// A promised factory was resolved before it was registered.
    public static var notRegistered: Code { Code(value: .notRegistered) }
    /// A factory that belongs to an actor was resolved elsewhere without `await`.
    public static var wrongActor: Code { Code(value: .wrongActor) }
  }

  /// The kind of mistake.
  public let code: Code
  /// The mistake, its place and the remedy.
  public let message: String
}

extension RegistryError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension RegistryError {
  /// The error for a declaration that is on the path already.
  static func cycle(closedBy declaration: Declaration, on path: [PathStep]) -> RegistryError {
    let path = path.map(\.declaration)
    let start = path.lastIndex(of: declaration) ?? path.startIndex
    return cycle(path.suffix(from: start) + [declaration])
  }

  /// The error for a chain of declarations whose last one repeats an earlier one.
  static func cycle(_ chain: [Declaration]) -> RegistryError {
    let names = chain.map { "\($0.name)" }.joined(separator: " → ")
    let places = chain.dropLast().map { "\n  \($0.place)" }.joined()
    return RegistryError(
      code: .circularDependency,
      message: """
        circular dependency: \(names)\(places)
          Make one side @LazyInjected or pass it later.
        """
    )
  }

  /// The error for a promised factory that is not registered.
  @usableFromInline
  static func brokenPromise(_ place: String) -> RegistryError {
    RegistryError(
      code: .notRegistered,
      message: """
        promised, but not registered: \(place)
          Register it before it is resolved, or set manager.promiseTriggersError to false to get nil.
        """
    )
  }

  /// The error for a factory of an actor that was resolved off that actor.
  static func wrongActor(_ actor: any Actor, _ declaration: Declaration) -> RegistryError {
    let isMain = actor === MainActor.shared
    let remedy = isMain ? "resolveOnMainActor()" : "resolveOnGlobalActor(\(type(of: actor)).shared)"
    return RegistryError(
      code: .wrongActor,
      message: """
        \(declaration.place) belongs to \(type(of: actor)) and was resolved elsewhere
          Resolve it there, or by `await container.\(declaration.name).\(remedy)`.
        """
    )
  }
}
