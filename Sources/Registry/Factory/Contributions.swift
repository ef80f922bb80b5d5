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
public struct Contributions<Element>: SynchronousFactory {
  /// No parameter.
  public typealias P = Void
  /// The whole list: the definition's elements, then the contributions in their order.
  public typealias T = [Element]
  /// A list never throws.
  public typealias Failure = Never

  /// The factory's definition and modifiers.
  public var registration: FactoryRegistration<Void, [Element]>

  /// Adds an element to the list in this container and removes the cached list.
  ///
  /// Each new list makes its own element. A reset of registrations removes the contribution.
  @discardableResult
  public func contribute(
    function: StaticString = #function,
    fileID: StaticString = #fileID,
    _ element: @escaping () -> Element
  ) -> Self {
    let element: @Sendable () -> Element = retyped(element)
    return modified(.contribution { element() }, function, fileID)
  }
}

extension ManagedContainer {
  /// Defines a list that several modules contribute to: `var commands: Contributions<any Command> { contributions() }`.
  ///
  /// The closure gives the first elements.
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
      type: Contributions<Element>.self
    )
    let manager = prepared
    let recipe = Recipe<Void, [Element]>.plain {
      let added = manager.table.slot(declaration)?.overrides?.settings.contributions ?? []
      return first() + added.map { known($0()) }
    }
    return Contributions(registration: FactoryRegistration(manager, recipe, declaration))
  }
}
