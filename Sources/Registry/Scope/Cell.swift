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
/// `@unchecked Sendable`: the parameter is a constant that is hashed and compared under the slot's lock alone. It comes
/// from the caller as `AnyHashable`, which the compiler does not know to be `Sendable`.
@usableFromInline
struct Variant: Hashable, @unchecked Sendable {
  let overlay: ContextOverlay?
  let parameter: AnyHashable?
  /// The number of the extent of the overrides in force, for the graph scope alone; other scopes have slots of their own for each.
  let override: UInt64?

  /// Nil for the one value that most declarations have.
  @usableFromInline
  init?(overlay: ContextOverlay?, parameter: AnyHashable?, override: UInt64?) {
    if overlay == nil, parameter == nil, override == nil { return nil }
    self.overlay = overlay
    self.parameter = parameter
    self.override = override
  }
}
