/// The place where standard output goes: a terminal, a pipe or a file.
package struct Appearance: Sendable {
  /// True if it is a terminal, which a person reads.
  package var isTerminal: Bool
  /// The columns of a line; nil leaves lines as long as they are.
  package var width: Int?
  /// True if text may have colours.
  package var usesColor: Bool
  /// True if charts may use block characters; false for ASCII alone.
  package var usesBlocks = true

  package init(isTerminal: Bool, width: Int? = nil, usesColor: Bool, usesBlocks: Bool = true) {
    self.isTerminal = isTerminal
    self.width = width
    self.usesColor = usesColor
    self.usesBlocks = usesBlocks
  }

  /// The width below which items are cards.
  package static let minimumTableWidth = 50

  /// True if lines are too short for a table, so that items are shown as cards.
  package var showsCards: Bool { width.map { $0 < Appearance.minimumTableWidth } ?? false }

  /// The appearance for a pipe or a file: no colours, and lines of any length.
  package static let plain = Appearance(isTerminal: false, width: nil, usesColor: false)
}
