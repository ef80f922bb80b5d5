extension ItemRepository {
  /// Reads every item that matches the filter, page by page; for backends that cannot add up faster.
  ///
  /// If others write meanwhile, the pages show different moments.
  public func figures(_ query: FiguresQuery) async throws(StorageError) -> [ItemFigures] {
    var tally = FiguresTally(query)
    for try await items in pages(
      of: ItemQuery(query.filter, sort: [.ascending(.number)], zone: query.zone)
    ) {
      for item in items {
        tally.add(query.value?.value(of: item), in: query.group?.value(of: item))
      }
    }
    return tally.figures
  }
}
