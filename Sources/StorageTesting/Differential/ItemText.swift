import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every part of an item on one line, each byte of it visible.
enum ItemText {
  static func line(_ item: Item) -> String {
    let tags = item.tags.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let attributes = JSONObject(item.attributes)
    let parts = [
      "#\(item.number)", "\(item.id)", item.kind, item.title.debugDescription,
      item.notes.debugDescription, item.status.name, item.priority.name,
      item.list.debugDescription, "\(tags)", "due \(text(item.dueAt))",
      "created \(text(item.createdAt))", "updated \(text(item.updatedAt))",
      "completed \(text(item.completedAt))", ReferenceJSON.text(of: .object(attributes)),
    ]
    return parts.joined(separator: " | ")
  }

  /// A date so many milliseconds after 1970, fractions included.
  static func date(_ milliseconds: Double) -> Date {
    Date(timeIntervalSince1970: milliseconds / 1_000)
  }

  private static func text(_ date: Date?) -> String {
    date.map { "\(ReferenceRules.milliseconds($0))" } ?? "never"
  }
}
