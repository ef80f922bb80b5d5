// A JSON document cut into the elements of its array of items.
//
// What is left when the elements are taken out, the skeleton, has `null` in the place of each; it is
// parsed at the end, so that the whole document is checked as strictly as any.

import Storage

/// Hands on each element of the array at the top, or of the one under the key `items` there.
struct DocumentSplitter: RecordSplitter {
  private var skeleton: [UInt8] = []
  private var element: [UInt8] = []
  private var elementPlace = RecordPlace(line: 1)
  private var elementCount = 0
  private var line = 1
  /// The column of the next byte.
  private var column = 1
  private var isAtLineStart = true

  private var depth = 0
  /// The depth of the array whose elements are records, once it has begun.
  private var recordDepth: Int?
  private var isInString = false
  private var isEscaped = false
  private var isInElement = false
  /// The last string at depth 1, which is a key where a `[` follows.
  private var lastString: [UInt8] = []
  private var hasCut = false
  private(set) var warnings = ImportMessages()

  /// What a JSON store keeps beside its items, for itself.
  private static let storeKeys: Set<String> = ["nextNumber", "deleted", "sync", "history"]

  mutating func take(
    _ bytes: [UInt8]?,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard let bytes else { return try finish(body) }
    for byte in bytes {
      try take(byte, body)
      if byte == 0x0A {
        line += 1
        column = 1
        isAtLineStart = true
        continue
      }
      if byte & 0xC0 != 0x80 { column += 1 }
      if isAtLineStart, !isSpace(byte), byte != UInt8(ascii: ",") { isAtLineStart = false }
    }
    guard element.count <= largestRecord else {
      throw .importing(line: elementPlace.line, "the element is longer than any item can be")
    }
  }

  private mutating func take(
    _ byte: UInt8,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    if isInString {
      keep(byte)
      if depth == 1 { lastString.append(byte) }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return
    }
    let isBetween = depth == recordDepth
    if isBetween, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") {
      try endElement(body)
    } else if isBetween, !isInElement, !isSpace(byte) {
      isInElement = true
      elementCount += 1
      elementPlace = RecordPlace(line: line, column: column)
      if !isAtLineStart { elementPlace.index = elementCount }
    }
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      if depth == 1 { lastString = [] }
    case UInt8(ascii: "["):
      let isTop = depth == 0 || depth == 1 && lastString == Array("items\"".utf8)
      if isTop, recordDepth == nil, !hasCut { recordDepth = depth + 1 }
      depth += 1
    case UInt8(ascii: "{"):
      depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if isBetween, byte == UInt8(ascii: "]") { (recordDepth, hasCut) = (nil, true) }
      depth -= 1
    default: break
    }
    keep(byte)
  }

  private mutating func keep(_ byte: UInt8) {
    if isInElement { element.append(byte) } else { skeleton.append(byte) }
  }

  private mutating func endElement(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard isInElement else { return }
    isInElement = false
    // Read by itself, the element would be allowed a byte order mark in front.
    guard !element.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw .importing(line: elementPlace.line, "a byte order mark stands within the text")
    }
    skeleton += "null".utf8
    // The lines stay countable in what is left.
    for byte in element where byte == 0x0A { skeleton.append(byte) }
    try body(element, element.indices, elementPlace)
    element.removeAll(keepingCapacity: true)
  }

  /// Checks what is left, or takes it for the one record there is.
  private mutating func finish(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    if isInElement { skeleton += element }
    if skeleton.allSatisfy(isSpace) { return }
    let place = RecordPlace(line: 1)
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONParser.parse(skeleton)
    } catch {
      throw .importing(line: error.line, error.message + elementsBefore(error.offset))
    }
    guard let object = document.object else {
      guard document.array != nil else {
        throw .importing(line: 1, "expected an array of items, found \(document.kind.phrase)")
      }
      return
    }
    guard hasCut else { return try body(skeleton, skeleton.indices, place) }
    try check(object)
    noteStore(object)
  }

  /// Throws for a document of a later version, and for one that is no document of items.
  private func check(_ object: JSONObject) throws(StorageError) {
    for (key, value) in object where key != "items" && !DocumentSplitter.storeKeys.contains(key) {
      guard key == "schema" else {
        throw .importing(line: 1, "\"\(key)\": a document has no such key beside \"items\"")
      }
      guard let version = value.integer, version <= ItemJSON.schema else {
        throw .importing(
          line: 1,
          "\"schema\": expected a version up to \(ItemJSON.schema), this is a later one"
        )
      }
    }
  }

  /// Of a JSON store, which is such a document too, the items are taken alone.
  private mutating func noteStore(_ object: JSONObject) {
    guard ["deleted", "history"].contains(where: { object[$0]?.array?.isEmpty == false }) else {
      return
    }
    warnings.add(
      "The file is a store: what is deleted there and its history are left out. 'itemsctl convert' takes "
        + "all of a store along."
    )
  }

  /// Which elements stand in front of a place in the skeleton, for documents without lines.
  private func elementsBefore(_ offset: Int) -> String {
    guard line == 1, elementCount > 0 else { return "" }
    let text = String(decoding: skeleton.prefix(offset), as: UTF8.self)
    let count = min(
      text.split(separator: "null", omittingEmptySubsequences: false).count - 1,
      elementCount
    )
    return count == 0 ? "" : ", behind item \(count)"
  }
}
