/// An error in a program's wiring: thrown if the factory can throw, else reported as the process ends.
public struct RegistryError: Error, Sendable {
  /// The kind of error.
  public struct Code: Hashable, Sendable {
    private enum Value { case circularDependency, notRegistered, sealed, wrongActor }
    private let value: Value

    /// A factory needs its own value to make it, perhaps through other factories, threads or tasks.
    public static var circularDependency: Code { Code(value: .circularDependency) }
    /// A promised factory was resolved before it was registered, or a key without a value was read.
    public static var notRegistered: Code { Code(value: .notRegistered) }
    /// A factory was overridden after its container was sealed.
    public static var sealed: Code { Code(value: .sealed) }
    /// A factory that belongs to an actor was resolved elsewhere without `await`.
    public static var wrongActor: Code { Code(value: .wrongActor) }
  }

  /// The kind of error.
  public let code: Code
  /// The error, its place, what needs the value, and the remedy.
  public let message: String
  /// The declaration at which a test shows the mistake.
  let declaration: Declaration
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
        circular dependency: \(names)\(places)\(Step.readerLine)
          Make one side @WeakLazyInjected, or pass it later; with @LazyInjected the two keep each other for ever.
        """,
      declaration: chain[0]
    )
  }

  /// The error for a promised factory that is not registered.
  static func brokenPromise(_ declaration: Declaration) -> RegistryError {
    RegistryError(
      code: .notRegistered,
      message: """
        promised, but not registered: \(declaration.place)\(Step.trail(to: declaration))
          Register it before it is resolved, or set manager.promiseTriggersError to false to get nil.
        """,
      declaration: declaration
    )
  }

  /// The error for a factory of an actor that was resolved off that actor.
  @usableFromInline
  static func wrongActor(_ actor: any Actor, _ declaration: Declaration) -> RegistryError {
    let isMain = actor === MainActor.shared
    let remedy = isMain ? "resolveOnMainActor()" : "resolveOnGlobalActor(\(type(of: actor)).shared)"
    let trail = Step.trail(to: declaration)
    return RegistryError(
      code: .wrongActor,
      message: """
        \(declaration.place) belongs to \(type(of: actor)) and was resolved elsewhere\(trail)
          Resolve it there, or by `await container.\(declaration.name).\(remedy)`.
          A closure that is registered on an actor, as in an app's main function, belongs to it. If it needs no actor,
          register the value, `.register(value)`, or begin the closure with `{ @Sendable in`.
        """,
      declaration: declaration
    )
  }

  /// The error for an override of a sealed container's factory, made in this function and file.
  static func sealed(
    _ declaration: Declaration,
    _ seal: Seal,
    _ function: StaticString,
    _ fileID: StaticString
  ) -> RegistryError {
    RegistryError(
      code: .sealed,
      message: """
        \(declaration.place) was overridden after its container was sealed
          overridden in \(function) of \(fileID)
          sealed at \(seal.fileID):\(seal.line)
          Override before seal(), or for one operation by withDependencies.
        """,
      declaration: declaration
    )
  }

  /// The error for a key that gives no value where one is read.
  static func noValue(of key: Any.Type, _ lack: String, remedy: String) -> RegistryError {
    let here = Declaration(name: "", fileID: #fileID, line: #line, type: key)
    return RegistryError(
      code: .notRegistered,
      message: "\(key) \(lack)\(Step.trail(to: here))\n  \(remedy)",
      declaration: Step.path.last?.declaration ?? here
    )
  }
}
