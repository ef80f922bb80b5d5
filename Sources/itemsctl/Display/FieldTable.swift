import ArgumentParsing
import CommandKit
import ItemFormats
import Phrases
import Storage

/// Columns in the order of `--fields`; below 50 columns of a terminal, a card for each item.
struct FieldTable: ItemRows {
  private let fields: [ItemField]
  private let calendar: LocalCalendar
  private let appearance: Appearance
  private let widths: [Int]

  private static let gap = 2
  private static let minimumColumn = 8

  /// A table whose columns fit these items.
  init(
    _ fields: [ItemField],
    for items: [Item],
    calendar: LocalCalendar,
    appearance: Appearance
  ) {
    self.fields = fields
    self.calendar = calendar
    self.appearance = appearance
    let cells = items.map { item in fields.map { FieldTable.cell($0, item, calendar) } }
    let natural = fields.indices.map { index in
      cells.reduce(fields[index].name.visible.displayWidth) { max($0, $1[index].displayWidth) }
    }
    widths = FieldTable.fitted(natural, into: appearance.width)
  }

  var header: String? {
    guard !appearance.showsCards else { return nil }
    return row(fields.map(\.name.visible)).painted(.faint, if: appearance.usesColor)
  }

  func lines(of item: Item) -> [String] {
    let cells = fields.map { FieldTable.cell($0, item, calendar) }
    guard appearance.showsCards else { return [row(cells)] }
    let width = appearance.width ?? Appearance.minimumTableWidth
    let texts = zip(fields, cells).filter { !$0.1.isEmpty }.map { "\($0.name.visible): \($1)" }
    return texts.enumerated().flatMap { index, text in
      text.wrapped(toWidth: max(1, width - FieldTable.gap)).map { (index == 0 ? "" : "  ") + $0 }
    }
  }

  mutating func note(blocked ids: Set<ItemID>) {}

  private static func cell(
    _ field: ItemField,
    _ item: Item,
    _ calendar: LocalCalendar
  ) -> String {
    if case .part(let part) = field, let text = part.unknownText(of: item) { return text }
    if field == .part(.repeat) { return ItemPart.repeat.text(of: item, calendar) }
    if let date = field.date(of: item) { return calendar.shortText(of: date) }
    if let value = field.dayOrInstant(of: item) { return calendar.shortText(of: value) }
    return field.text(of: item).visible
  }

  private func row(_ cells: [String]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      if index > 0 { line += String(repeating: " ", count: FieldTable.gap) }
      let isNumber = fields[index] == .part(.number)
      line += cell.truncated(toWidth: widths[index]).padded(
        toWidth: widths[index],
        atStart: isNumber
      )
    }
    return line.trimmingTrailingSpaces
  }

  /// The widest columns give way first, until the line fits or none can be narrower.
  private static func fitted(_ natural: [Int], into width: Int?) -> [Int] {
    guard let width else { return natural }
    var widths = natural
    var excess = widths.reduce(gap * (widths.count - 1), +) - width
    while excess > 0, let widest = widths.indices.max(by: { widths[$0] < widths[$1] }),
      widths[widest] > minimumColumn
    {
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
