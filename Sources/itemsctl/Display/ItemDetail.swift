import CommandKit
import Phrases
import Storage

/// An item's title, its values one below the other, and its notes.
struct ItemDetail {
  let calendar: LocalCalendar
  let appearance: Appearance

  /// The columns for the labels of all items, and the most that those of long attributes may take.
  private static let labelWidths = 11...32

  /// The lines about an item, with the names of others where these are known.
  func lines(
    of item: Item,
    _ relations: ItemRelations = ItemRelations(),
    without hidden: Set<ItemPart> = []
  ) -> [String] {
    let width = appearance.width ?? .max
    var lines = item.title.visible.wrapped(toWidth: width)
      .map { $0.painted(.bold, if: appearance.usesColor) }
    let values = values(of: item, relations, without: hidden).filter { !$0.1.isEmpty }
    lines += labelledLines(
      values,
      labelWidth: labelWidth(for: values.map(\.0)),
      width: width,
      usesColor: appearance.usesColor
    )
    if !item.notes.isEmpty { lines += [""] + wrapped(item.notes, width) }
    return lines + keptLines(of: item, width)
  }

  func keptLines(of item: Item, _ width: Int) -> [String] {
    var lines: [String] = []
    for kept in item.keptTexts {
      let time = calendar.shortText(of: kept.stamp.date)
      lines += ["", "Kept beside the \(kept.field.label), of \(time):"]
      lines += wrapped(kept.text, width)
    }
    let names = item.keptTexts.map {
      KeptTextNames.name(of: $0, among: item.keptTexts, number: item.number)
    }
    if let first = names.first {
      lines += ["", "'itemsctl sync resolve \(first) mine|theirs|both' decides."]
      if names.count > 1 {
        let others = names.dropFirst().joined(separator: ", ")
        lines.append(names.count == 2 ? "The other is \(others)." : "The others are \(others).")
      }
    }
    return lines
  }

  func wrapped(_ text: String, _ width: Int) -> [String] {
    text.visibleLines.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { String($0).wrapped(toWidth: width) }
  }

  /// The columns for the labels, so that the values stand below each other; a longer one pushes its own.
  func labelWidth(for labels: [String]) -> Int {
    let most = min(ItemDetail.labelWidths.upperBound, (appearance.width ?? .max) / 2)
    let widths = labels.map(\.displayWidth).filter { $0 <= most }
    return max(ItemDetail.labelWidths.lowerBound, widths.max() ?? 0)
  }

  /// The names of the items that a part has; nil for another part, and where they are not known.
  private func names(of part: ItemPart, of item: Item, _ relations: ItemRelations) -> String? {
    let names =
      switch part {
      case .blockers:
        ItemRelations.names(
          of: relations.blockers,
          deleted: relations.deleted.filter { item.blockers.contains($0.id) }
        )
      case .parent:
        relations.parent.map { ItemPhrase.name(of: $0) }
          ?? ItemRelations.names(of: [], deleted: relations.deleted.filter { $0.id == item.parent })
      default: ""
      }
    return names.isEmpty ? nil : names
  }

  func values(
    of item: Item,
    _ relations: ItemRelations,
    without hidden: Set<ItemPart> = []
  ) -> [(String, String)] {
    var fields = ItemDetail.order.filter { !hidden.contains($0) }.map { part in
      if let names = names(of: part, of: item, relations) { return (part.label, names) }
      let isApart = [.title, .notes, .attributes].contains(part)
      let text = isApart ? part.unknownText(of: item) ?? "" : part.text(of: item, calendar)
      let isOverdue = part == .due && item.isOverdue(in: calendar)
      return (part.label, isOverdue ? "\(text), overdue" : text)
    }
    let others = [
      ("blocks", ItemRelations.names(of: relations.waiting)),
      ("in a circle", ItemRelations.sentence(ofCycle: relations.cycle)),
      ("under it", ItemRelations.names(of: relations.children)),
      ("done on", ItemRelations.dates(of: relations.records, calendar)),
    ]
    fields += others.filter { !$0.1.isEmpty }
    let attributes = item.attributes.sorted { utf8Less($0.key, $1.key) }
      .map { key, value in ("attr.\(key.visible) ", value.visibleText) }
    return fields + attributes + item.unknownTexts.map { ("\($0.name) ", $0.text) }
  }

  /// The number first, since it is what is typed.
  private static let order = [ItemPart.number] + ItemPart.allCases.filter { $0 != .number }
}
