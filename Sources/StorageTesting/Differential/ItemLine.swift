import Storage
import StorageReference

/// Every part of an item on one line.
///
/// Each text follows its length in bytes, without escapes, so that no two items share a line.
enum ItemLine {
  static func line(_ item: Item) -> String {
    let tags = item.tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let attributes = JSONObject(item.attributes)
    let parts = [
      "#\(item.number)", "\(item.id)", measured(item.kind), measured(item.title),
      measured(item.notes), item.status.name, item.priority.name, measured(item.list),
      "rank \(measured(item.rank))",
      "\(tags.count) tags", tags.map(measured).joined(separator: ", "),
      "start \(text(item.start))", "due \(text(item.due))",
      "repeat \(item.repeat.map { ReferenceJSON.text(of: $0.json) } ?? "never")",
      "open \(item.occurrence?.description ?? "none")",
      "under \(item.parent?.description ?? "none")",
      "waits for \(item.blockers.sorted())",
      "created \(text(item.createdAt))",
      "updated \(text(item.updatedAt))", "completed \(text(item.completedAt))",
      ReferenceJSON.text(of: .object(attributes)),
    ]
    return parts.joined(separator: " | ")
  }

  private static func measured(_ text: String) -> String { "\(text.utf8.count):\(text)" }

  /// A date by its milliseconds after 1970, fractions included.
  static func date(_ milliseconds: Double) -> Date { Date(milliseconds: milliseconds) }

  private static func text(_ value: DayOrInstant?) -> String {
    switch value {
    case .day(let day): "\(day)"
    case .instant(let date): text(date)
    case nil: "never"
    }
  }

  private static func text(_ date: Date?) -> String {
    date.map { "\(ReferenceRules.milliseconds($0))" } ?? "never"
  }
}
