/// A scope as a factory carries it: one number, which needs no reference count.
@usableFromInline
struct ScopeReference: Equatable, Sendable {
  /// The kind in the lowest bits, the scope's id above.
  @usableFromInline let bits: UInt32

  @inlinable
  init(_ kind: UInt32, id: UInt32 = 0) { bits = id << 3 | kind }

  @inlinable static var unspecified: ScopeReference { ScopeReference(0) }
  @inlinable static var unique: ScopeReference { ScopeReference(1) }
  @inlinable static var graph: ScopeReference { ScopeReference(2) }
  /// A custom singleton scope, which the settings hold.
  @inlinable static var custom: ScopeReference { ScopeReference(3) }
  // The values of the scopes below may be found without a lock; see `isPublished`.
  @inlinable static var singleton: ScopeReference { ScopeReference(4) }
  @inlinable static func cached(_ id: UInt32) -> ScopeReference { ScopeReference(5, id: id) }
  @inlinable static func shared(_ id: UInt32) -> ScopeReference { ScopeReference(6, id: id) }

  /// The largest id.
  static var idLimit: UInt32 { .max >> 3 }

  /// Whether a value of this scope may be found without a lock.
  @inlinable var isPublished: Bool { bits & 4 != 0 }

  @usableFromInline
  enum Kind {
    case unspecified
    case unique
    case graph
    case custom
    case singleton
    case cached(UInt32)
    case shared(UInt32)
  }

  @inlinable var kind: Kind {
    switch bits & 7 {
    case 0: .unspecified
    case 1: .unique
    case 2: .graph
    case 3: .custom
    case 4: .singleton
    case 5: .cached(bits >> 3)
    default: .shared(bits >> 3)
    }
  }
}
