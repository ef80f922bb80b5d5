// All of one item, for a person.

import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An item's title, its values one below the other, and its notes.
struct ItemDetail {
  let calendar: LocalCalendar
  let appearance: Appearance

  private static let labelWidth = 11

  /// The lines about an item.
  func lines(of item: Item) -> [String] {
    let width = appearance.width ?? .max
    var lines = item.title.visible.wrapped(toWidth: width)
      .map { $0.painted(.bold, if: appearance.usesColor) }
    for (label, value) in values(of: item) where !value.isEmpty {
      let room = max(10, width - ItemDetail.labelWidth)
      for (index, text) in value.wrapped(toWidth: room).enumerated() {
        let head = (index == 0 ? label : "").padded(toWidth: ItemDetail.labelWidth)
        lines.append(head.painted(.faint, if: appearance.usesColor && index == 0) + text)
      }
    }
    guard !item.notes.isEmpty else { return lines }
    lines.append("")
    for line in item.notes.visibleLines.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += String(line).wrapped(toWidth: width)
    }
    return lines
  }

  private func values(of item: Item) -> [(String, String)] {
    let fixed: [(String, String)] = [
      ("number", String(item.number)),
      ("id", item.id.description),
      ("kind", item.kind == Item.defaultKind ? "" : item.kind.visible),
      ("status", item.status.name),
      ("priority", item.priority.name),
      ("list", item.list.visible),
      ("tags", item.tags.sorted(by: utf8Less).map { "+\($0.visible)" }.joined(separator: " ")),
      ("due", text(item.dueAt)),
      ("created", text(item.createdAt)),
      ("updated", text(item.updatedAt)),
      ("completed", text(item.completedAt)),
    ]
    let attributes = item.attributes.sorted { utf8Less($0.key, $1.key) }
    return fixed
      + attributes.map { key, value in
        ("attr.\(key.visible) ", (value.string ?? value.description).visible)
      }
  }

  private func text(_ date: Date?) -> String {
    date.map { calendar.fullText(of: $0) } ?? ""
  }
}
