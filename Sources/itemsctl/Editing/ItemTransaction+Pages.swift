import Storage

extension ItemTransaction {
  /// Hands the items of a query to the body, so many at once that memory does not grow with them.
  func forEachPage(
    of query: ItemQuery,
    _ body: ([Item]) throws(StorageError) -> Void
  ) throws(StorageError) {
    var query = query
    query.limit = 500
    repeat {
      let page = try page(query)
      try body(page.items)
      query.after = page.next
    } while query.after != nil
  }
}
