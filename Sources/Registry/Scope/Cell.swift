/// The life of one cached value.
enum Cell: Sendable {
  case empty
  case creating(Creation)
  case ready(AnyEntry, deadline: ContinuousClock.Instant?)

  var entry: AnyEntry? {
    if case .ready(let entry, _) = self { entry } else { nil }
  }
}

/// Tells apart the values that one declaration caches for different parameters or task-local contexts.
///
/// An object, since most declarations have one value and none of these: nil costs no more than a pointer then.
///
/// `@unchecked Sendable`: all stored properties are constants. The parameter is hashed and compared under the slot's lock
/// alone; it comes from the caller as `AnyHashable`, which the compiler does not know to be `Sendable`.
@usableFromInline
final class Variant: Hashable, @unchecked Sendable {
  private let overlay: ContextOverlay?
  private let parameter: AnyHashable?
  private let override: UInt64?

  /// Nil for the one value that most declarations have.
  ///
  /// - Parameters:
  ///   - overlay: The running task's own context.
  ///   - parameter: What the value is made for.
  ///   - override: The number of the extent of the overrides in force, for the graph scope alone; other scopes have slots
  ///     of their own for each.
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
