import ArgumentParsing
import CommandKit
import ItemFormats
import Storage

extension ItemDetail {
  /// The lines about an item beside its row in a list: the notes first, then values that are not the usual ones.
  ///
  /// The parts in `missing` are those that the row has no room for. Of the items that it waits for, those in `neighbours` have
  /// names.
  func rest(
    of item: Item,
    under parent: Item?,
    among neighbours: [Item],
    showing missing: Set<ItemPart>
  ) -> [String] {
    let width = appearance.width ?? .max
    var lines: [String] = []
    if missing.contains(.title) {
      lines += item.title.visible.wrapped(toWidth: width)
        .map { $0.painted(.bold, if: appearance.usesColor) }
    }
    if !item.notes.isEmpty { lines += wrapped(item.notes, width) }
    lines += keptLines(of: item, width)
    let hidden = ItemDetail.rowParts.subtracting(missing)
    var relations = ItemRelations()
    relations.parent = parent
    let values =
      (values(of: item, relations, without: hidden)
      + [(ItemPart.blockers.label, blockers(of: item, among: neighbours))])
      .filter { !$0.1.isEmpty }
    return lines
      + labelledLines(
        values,
        labelWidth: labelWidth(for: values.map(\.0)),
        width: width,
        usesColor: appearance.usesColor
      )
  }

  /// The items that an item waits for, by name as far as they are known, and how many others there are.
  private func blockers(of item: Item, among neighbours: [Item]) -> String {
    let known = neighbours.filter { item.blockers.contains($0.id) }
    let rest = item.blockers.count - known.count
    let names = ItemRelations.names(of: known)
    guard rest > 0 else { return names }
    return known.isEmpty ? counted(rest, "item") : "\(names), and \(rest) more"
  }

  /// The parts that a row of a list has, and those that say nothing of their own.
  private static let rowParts = Set(TSV.listedParts).union([
    .id, .kind, .rank, .blockers, .createdAt, .updatedAt,
  ])
}
