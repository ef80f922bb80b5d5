/// The state of one cached value.
enum Cell: Sendable {
  case empty
  case creating(Creation)
  case ready(AnyEntry, deadline: ContinuousClock.Instant?)

  var entry: AnyEntry? {
    if case .ready(let entry, _) = self { entry } else { nil }
  }
}

/// The key of a value that a declaration caches for one parameter, task-local context or override.
///
/// It is an object, so that nil, which most declarations use, costs one pointer.
///
/// `@unchecked Sendable`: all stored properties are constants. The parameter is an `AnyHashable`, which is not `Sendable`;
/// it is hashed and compared under the slot's lock only.
@usableFromInline
final class Variant: Hashable, @unchecked Sendable {
  private let overlay: ContextOverlay?
  private let parameter: AnyHashable?
  private let override: UInt64?

  /// Nil for the one value that most declarations have.
  ///
  /// - Parameters:
  ///   - overlay: The running task's own context.
  ///   - parameter: The factory's parameter.
  ///   - override: The number of the task's dependency scope, for the graph scope only; other scopes have separate slots
  ///     for each.
  init?(overlay: ContextOverlay?, parameter: AnyHashable?, override: UInt64?) {
    if overlay == nil, parameter == nil, override == nil { return nil }
    self.overlay = overlay
    self.parameter = parameter
    self.override = override
  }

  @usableFromInline
  static func == (left: Variant, right: Variant) -> Bool {
    left === right
      || left.overlay == right.overlay && left.parameter == right.parameter
        && left.override == right.override
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(overlay)
    hasher.combine(parameter)
    hasher.combine(override)
  }
}
