// Tags and lists, and how many items they have.

import CommandKit
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

  /// Lists: `list`, `open`, `done`, `cancelled`, `all`; the columns do not change once shipped.
  init(lists: [ItemSummary.Group]) {
    self.init(
      name: "lists",
      columns: ["list", "open", "done", "cancelled", "all"],
      rows: lists.map { list in
        let counts = list.counts
        return [.string(list.name)]
          + [counts.open, counts.done, counts.cancelled, counts.total].map { .integer(Int64($0)) }
      }
    )
  }
}

/// Named groups of items for people.
struct GroupTable {
  let output: Output
  /// What the groups are, as the header says it.
  let title: String
  /// The counts that are shown, by their headers.
  let columns: [(header: String, count: (StatusCounts) -> Int)]

  static func tags(_ output: Output) -> GroupTable {
    GroupTable(output: output, title: "TAG", columns: [("OPEN", \.open), ("ALL", \.total)])
  }

  static func lists(_ output: Output) -> GroupTable {
    GroupTable(
      output: output,
      title: "LIST",
      columns: [("OPEN", \.open), ("DONE", \.done), ("ALL", \.total)]
    )
  }

  func print(_ groups: [ItemSummary.Group]) throws(CommandError) {
    guard !groups.isEmpty else { return }
    let usesColor = output.appearance.usesColor
    let longest = groups.map { $0.name.visible.displayWidth }.max() ?? 0
    let room = (output.appearance.width ?? .max) - 7 * columns.count
    let width = min(max(longest, title.count), max(title.count, room))
    func row(_ name: String, _ counts: [String], _ paint: Paint) -> String {
      let name = name.truncated(toWidth: width)
      return name.painted(paint, if: usesColor)
        + String(repeating: " ", count: width - name.displayWidth)
        + counts.map { $0.padded(toWidth: 7, atStart: true) }.joined()
    }
    try output.print(row(title, columns.map(\.header), .faint))
    for group in groups {
      let counts = columns.map { "\($0.count(group.counts))" }
      try output.print(row(group.name.visible, counts, .green))
    }
  }
}

extension [ItemSummary.Group] {
  /// Those with the most open items first, then by name.
  var mostOpenFirst: Self {
    sorted {
      $0.counts.open != $1.counts.open
        ? $0.counts.open > $1.counts.open : utf8Less($0.name, $1.name)
    }
  }
}
