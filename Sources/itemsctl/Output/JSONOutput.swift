// Items as JSON for scripts.
//
// json: `{"schema":1,"items":[` … `]}`, an item on each line; ndjson: an item on each line. An item
// has every key, with null where there is no value. It does not change once shipped.

import Storage

/// Items as bytes of JSON.
enum JSONOutput {
  /// One item on one line, without the line's end.
  static func line(of item: Item) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter()
    try ItemJSON.write(item, to: &writer, style: .explicitNulls)
    return writer.bytes
  }

  /// A document that is written item by item.
  struct Document {
    private var isEmpty = true

    /// The bytes up to the end of the next item.
    mutating func next(_ item: Item) throws(JSONError) -> [UInt8] {
      defer { isEmpty = false }
      return Array((isEmpty ? head + "\n" : ",\n").utf8) + (try line(of: item))
    }

    /// The bytes that end the document.
    func end() -> [UInt8] {
      Array((isEmpty ? head + "]}\n" : "\n]}\n").utf8)
    }

    private var head: String { "{\"schema\":\(ItemJSON.schema),\"items\":[" }
  }
}
