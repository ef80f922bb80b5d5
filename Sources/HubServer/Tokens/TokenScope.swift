/// What a token lets its bearer do in its space.
package enum TokenScope: String, Sendable, Equatable, CaseIterable {
  /// Pull, wait and compare.
  case read
  /// All of that, and push.
  case write
}
