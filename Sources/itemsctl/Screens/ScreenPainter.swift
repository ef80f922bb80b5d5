/// Knows what is on the screen, and writes only the lines that are others.
struct ScreenPainter {
  private var shown: [String]?
  private var size: ScreenSize?

  /// The text that turns the last picture into this one; empty where they are alike.
  ///
  /// It is one synchronised update: a terminal that knows of them shows all of it at once.
  /// <https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036>
  mutating func update(to lines: [String], _ size: ScreenSize) -> String {
    let isNew = shown == nil || self.size != size
    let old = isNew ? [] : shown ?? []
    var changes = ""
    for (row, line) in lines.enumerated() where isNew || row >= old.count || old[row] != line {
      changes += "\u{1B}[\(row + 1);1H\(line)\u{1B}[0m"
      // At the right edge the cursor stays on the last character, which would be erased.
      if line.unpainted.displayWidth < size.columns { changes += "\u{1B}[K" }
    }
    if isNew, lines.count < size.rows { changes += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
    shown = lines
    self.size = size
    return changes.isEmpty ? "" : "\u{1B}[?2026h\(changes)\u{1B}[?2026l"
  }

  /// Forgets what is on the screen, as when others have drawn on it.
  mutating func forget() { shown = nil }
}
