/// What is known of the place where standard output goes.
package struct Appearance: Sendable {
  /// Whether a person looks at it.
  package var isTerminal: Bool
  /// The columns of a line; nil leaves lines as long as they are.
  package var width: Int?
  /// Whether colours may be used.
  package var usesColor: Bool
  /// Whether charts may be drawn with more than ASCII's characters.
  package var usesBlocks = true

  package init(isTerminal: Bool, width: Int? = nil, usesColor: Bool, usesBlocks: Bool = true) {
    self.isTerminal = isTerminal
    self.width = width
    self.usesColor = usesColor
    self.usesBlocks = usesBlocks
  }

  /// The width below which items are cards.
  package static let minimumTableWidth = 50

  /// Whether lines are too short for tables, so that items are cards.
  package var showsCards: Bool { width.map { $0 < Appearance.minimumTableWidth } ?? false }

  /// What a pipe or a file gets.
  package static let plain = Appearance(isTerminal: false, width: nil, usesColor: false)
}
