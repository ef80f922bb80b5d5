// Changes of a list for programs: one JSON object on each line. Does not change once shipped.
//
// | event     | members beside `schema` and `event`                                       |
// | `item`    | item: one that the filter holds for, at the start or from now on          |
// | `changed` | item: one told before, as it is now                                       |
// | `gone`    | id, number: one told before for which the filter no longer holds          |
// | `current` | items: how many there are now that all of the above has been told         |

import Storage

/// Tells what a filter holds for, and each change of it, as it happens.
struct WatchStream {
  let repository: any ItemRepository
  let output: Output
  /// The question at a time: what is due today is another matter tomorrow.
  let query: @Sendable () throws -> ItemQuery

  private var known: [ItemID: (number: Int, mark: ItemMark)] = [:]

  init(
    _ repository: any ItemRepository,
    to output: Output,
    query: @escaping @Sendable () throws -> ItemQuery
  ) {
    self.repository = repository
    self.output = output
    self.query = query
  }

  /// Tells until the store is closed or the process is ended.
  mutating func run() async throws {
    var isFirst = true
    for await _ in repository.changes() {
      let isTold = try await tellChanges()
      if isTold || isFirst { try tellEnd() }
      isFirst = false
    }
  }

  private mutating func tellChanges() async throws -> Bool {
    var isTold = false
    var missing = known
    for try await page in repository.pages(of: try query()) {
      for item in page {
        missing[item.id] = nil
        let mark = ItemMark(item)
        let old = known.updateValue((item.number, mark), forKey: item.id)
        guard old?.mark != mark else { continue }
        try tell(old == nil ? "item" : "changed", item)
        isTold = true
      }
    }
    for (id, old) in missing.sorted(by: { $0.value.number < $1.value.number }) {
      known[id] = nil
      try tellGone(id, old.number)
      isTold = true
    }
    return isTold
  }

  private func tell(_ event: String, _ item: Item) throws {
    var writer = begin(event)
    writer.writeKey("item")
    try ItemJSON.write(item, to: &writer, style: .explicitNulls)
    try end(&writer)
  }

  private func tellGone(_ id: ItemID, _ number: Int) throws {
    var writer = begin("gone")
    writer.writeKey("id")
    writer.writeString(id.description)
    writer.writeKey("number")
    writer.writeInteger(Int64(number))
    try end(&writer)
  }

  private func tellEnd() throws {
    var writer = begin("current")
    writer.writeKey("items")
    writer.writeInteger(Int64(known.count))
    try end(&writer)
    try output.flush()
  }

  private func begin(_ event: String) -> JSONWriter {
    var writer = JSONWriter()
    writer.beginObject()
    writer.writeKey("schema")
    writer.writeInteger(Int64(ItemJSON.schema))
    writer.writeKey("event")
    writer.writeString(event)
    return writer
  }

  private func end(_ writer: inout JSONWriter) throws(CommandFailure) {
    writer.endObject()
    try output.write(writer.bytes + [0x0A])
  }
}
