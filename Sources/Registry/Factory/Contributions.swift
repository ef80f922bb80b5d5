/// A list that several modules contribute to: `container.commands.contribute { ListCommand() }`.
///
/// The container that owns the list defines it; each module adds to it, from `autoRegister()` for example:
///
/// ```swift
/// extension Container {
///   var commands: Contributions<any Command> { contributions() }
/// }
/// let commands = container.commands()
/// ```
public struct Contributions<Element>: FactoryModifying {
  /// No parameter.
  public typealias P = Void
  /// The whole list.
  public typealias T = [Element]

  /// What the factory is made of.
  public var registration: FactoryRegistration<Void, [Element]>

  /// The list: first what the definition says, then the contributions in the order in which they were made.
  public func callAsFunction() -> [Element] {
    registration.resolve((), throwing: Never.self)
  }

  /// The list, the same as by a call.
  public func resolve() -> [Element] {
    registration.resolve((), throwing: Never.self)
  }

  /// Adds an element to the list, in this container, and forgets the cached list.
  ///
  /// The element is made whenever the list is. A reset of registrations takes it away.
  @discardableResult
  public func contribute(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ element: @escaping @Sendable () -> Element
  ) -> Self {
    modified(.contribution { [element()] }, function, fileID)
  }
}

extension ManagedContainer {
  /// Defines a list that several modules contribute to: `var commands: Contributions<any Command> { contributions() }`.
  ///
  /// The closure, if there is one, gives what the list begins with.
  public func contributions<Element>(
    key: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column,
    _ first: @escaping @Sendable () -> [Element] = { [] }
  ) -> Contributions<Element> {
    let declaration = Declaration(
      name: key,
      fileID: fileID,
      line: line,
      column: column,
      type: ObjectIdentifier(Contributions<Element>.self)
    )
    let container = prepared
    let manager = container.manager
    let recipe = Recipe<Void, [Element]>.plain {
      let added = FactoryRegistration<Void, [Element]>.overrides(of: declaration, in: manager)
      return first() + (added?.contributions ?? []).flatMap { $0() }
    }
    return Contributions(registration: FactoryRegistration(container, recipe, declaration))
  }
}
