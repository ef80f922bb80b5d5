/// What is known of the place where standard output goes.
struct Appearance: Sendable {
  /// Whether a person looks at it.
  var isTerminal: Bool
  /// The columns of a line; nil leaves lines as long as they are.
  var width: Int?
  /// Whether colours may be used.
  var usesColor: Bool
  /// Whether charts may be drawn with more than ASCII's characters.
  var usesBlocks = true

  /// Whether lines are too short for tables, so that items are cards.
  var showsCards: Bool { width.map { $0 < ItemTable.minimumWidth } ?? false }

  /// What a pipe or a file gets.
  static let plain = Appearance(isTerminal: false, width: nil, usesColor: false)
}
