/// The state of one cached value.
enum Cell: Sendable {
  case empty
  case creating(Creation)
  case ready(AnyEntry)

  var entry: AnyEntry? {
    if case .ready(let entry) = self { entry } else { nil }
  }

  /// True if this scope keeps the value, or will keep the one that is being made.
  func isKept(by scope: ScopeReference) -> Bool {
    switch self {
    case .empty: false
    case .creating(let creation): creation.scope == scope
    case .ready(let entry): entry.isKept(by: scope)
    }
  }
}

/// The key of a value that a declaration caches for one parameter or for a task's own contexts.
///
/// It is an object, so that nil, which most declarations use, costs one pointer.
///
/// `@unchecked Sendable`: all stored properties are constants. The parameter is an `AnyHashable`, which is not `Sendable`;
/// it is hashed and compared under the table's lock only.
final class Variant: Hashable, @unchecked Sendable {
  private let overlay: ContextOverlay?
  private let parameter: AnyHashable?

  private init(_ overlay: ContextOverlay?, _ parameter: AnyHashable?) {
    self.overlay = overlay
    self.parameter = parameter
  }

  /// The key; nil for the one value that most declarations have.
  @inline(never)
  static func of(_ overlay: ContextOverlay?, _ parameter: (any Hashable)?) -> Variant? {
    if overlay == nil, parameter == nil { return nil }
    return Variant(overlay, parameter.map { AnyHashable($0) })
  }

  static func == (left: Variant, right: Variant) -> Bool {
    left === right || left.parameter == right.parameter && left.overlay == right.overlay
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(overlay)
    hasher.combine(parameter)
  }
}
