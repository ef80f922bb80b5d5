extension SQLiteSession {
  /// Adds up figures of the items of a query in one pass.
  ///
  /// In Swift, not by SQL's own sums: those round otherwise from version to version.
  func figures(_ query: FiguresQuery) throws(StorageError) -> [ItemFigures] {
    let resolved = query.filter.resolved(at: environment.now(), in: query.zone)
    let condition = try resolved.condition(attributeIndexes(for: query.filter))
    let sources = [query.value, query.group].compactMap(\.self)
    // Without parts of the item, its attributes are all that must be read.
    let needsItems = sources.contains { $0.path == nil }
    let columns = needsItems ? ItemRow.itemColumns : sources.isEmpty ? "1" : "attributes"
    let select = SQLFragment("SELECT \(columns) FROM items WHERE is_deleted = 0 AND ")
    let statement = try queryStatement(select + condition + " ORDER BY items.number")
    defer { statement.reset() }
    var tally = FiguresTally(query)
    while try statement.step() {
      if needsItems {
        let item = try statement.item()
        tally.add(query.value?.value(of: item), in: query.group?.value(of: item))
      } else {
        let text = sources.isEmpty ? [] : Array(statement.text(0).utf8)
        tally.add(query.value?.path?.value(in: text), in: query.group?.path?.value(in: text))
      }
    }
    return tally.figures
  }
}

extension AttributePath {
  /// The value in the text of an item's attributes; nil without one.
  fileprivate func value(in attributes: [UInt8]) -> JSONValue? {
    JSONMember(keys: keys.map { Array($0.utf8)[...] }, in: attributes)?.value
  }
}
