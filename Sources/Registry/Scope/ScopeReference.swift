/// A scope as a definition and an entry carry it: the scopes of the library need no reference count.
@usableFromInline
enum ScopeReference: Sendable {
  case unspecified
  case unique, cached, shared, graph, singleton
  /// A scope of the program's own, or one of the library's with values of its own, such as `session`.
  case other(Scope)

  init(_ scope: Scope) {
    self =
      switch scope.kind {
      case _ where !scope.isStandard: .other(scope)
      case .unique: .unique
      case .cached: .cached
      case .shared: .shared
      case .graph: .graph
      case .singleton: .singleton
      }
  }

  /// How long the scope keeps values.
  var kind: Scope.Kind {
    switch self {
    case .unspecified, .unique: .unique
    case .cached: .cached
    case .shared: .shared
    case .graph: .graph
    case .singleton: .singleton
    case .other(let scope): scope.kind
    }
  }

  /// The singleton scope that keeps the values here; the standard one may be the running task's own.
  var singletons: Scope.Singleton {
    if case .other(let scope as Scope.Singleton) = self { scope } else { Scope.singleton }
  }
}

extension ScopeReference: Equatable {
  @usableFromInline
  static func == (left: ScopeReference, right: ScopeReference) -> Bool {
    switch (left, right) {
    case (.unspecified, .unspecified), (.unique, .unique), (.cached, .cached), (.shared, .shared),
      (.graph, .graph), (.singleton, .singleton):
      true
    case (.other(let left), .other(let right)): left === right
    default: false
    }
  }
}
