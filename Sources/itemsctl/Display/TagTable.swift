// Tags and how many items have them.

import Storage

extension DataRows {
  /// Tags: `tag`, `open`, `all`; the columns do not change once shipped.
  init(tags: [ItemSummary.Group]) {
    self.init(
      name: "tags",
      columns: ["tag", "open", "all"],
      rows: tags.map {
        [.string($0.name), .integer(Int64($0.counts.open)), .integer(Int64($0.counts.total))]
      }
    )
  }
}

/// Tags for people.
struct TagTable {
  let output: Output

  func print(_ tags: [ItemSummary.Group]) throws(CommandError) {
    guard !tags.isEmpty else { return }
    let usesColor = output.appearance.usesColor
    let columns = max(tags.map { $0.name.visible.displayWidth }.max() ?? 0, 3)
    let width = min(columns, max(3, (output.appearance.width ?? .max) - 14))
    func row(_ tag: String, _ open: String, _ all: String, _ paint: Paint) -> String {
      let name = tag.truncated(toWidth: width)
      return name.painted(paint, if: usesColor)
        + String(repeating: " ", count: width - name.displayWidth)
        + open.padded(toWidth: 7, atStart: true) + all.padded(toWidth: 7, atStart: true)
    }
    try output.print(row("TAG", "OPEN", "ALL", .faint))
    for tag in tags {
      let counts = tag.counts
      try output.print(row(tag.name.visible, "\(counts.open)", "\(counts.total)", .green))
    }
  }
}
