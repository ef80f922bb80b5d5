import CommandKit
import Storage

/// Hands on each element of the array at the top of a JSON document, or of the one under the key `items` there.
///
/// It keeps what is not handed on yet: part of an element, or an object that may be a record itself.
struct DocumentSplitter: RecordSplitter {
  /// What comes next.
  private enum Place {
    case start
    case members(isFirst: Bool)
    case elements(isFirst: Bool)
    case end
  }

  /// What a look at the text has come to.
  private enum Step {
    case waiting, moved
    case element(Range<Int>)
  }

  static let isDocument = true

  private var place = Place.start
  /// The text that is kept, and how much of it is understood.
  private var text: [UInt8] = []
  private var offset = 0
  /// How long the text must be for another look.
  private var awaited = 0
  private var line = 1
  /// The column of the next byte.
  private var column = 1
  private var isAtLineStart = true
  private var elementCount = 0

  private var isObject = false
  /// Whether the array of items has begun.
  private var hasItems = false
  private var keys: Set<String> = []
  /// Why an object with items cannot be imported.
  private var refusal: String?
  private(set) var warnings = ImportMessages()

  /// What a JSON store keeps beside its items, for itself.
  private static let storeKeys: Set<String> = [
    "nextNumber", "nextRecordNumber", "deleted", "sync", "history",
  ]

  mutating func take(
    _ bytes: [UInt8]?,
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    if let bytes {
      text += bytes
      guard text.count >= awaited else { return }
    }
    loop: while true {
      switch try step(isLast: bytes == nil) {
      case .waiting: break loop
      case .moved: break
      case .element(let range): try body(text, range, enter(range))
      }
    }
    if bytes == nil { return try finish(body) }
    if hasItems {
      text.removeSubrange(..<offset)
      offset = 0
    }
    if case .elements = place, text.count > largestRecord {
      throw .importing(line: line, "the element is longer than any item can be")
    }
    // The next look comes once the rest has doubled, so that no byte is read many times.
    awaited = 2 * text.count - offset
  }

  /// Understands one more part of the text, where enough of it is there.
  private mutating func step(isLast: Bool) throws(StorageError) -> Step {
    var reader = JSONReader(text, in: offset..<text.count, line: line, continues: true)
    let isEmpty = reader.nextByte() == nil
    do throws(JSONError) {
      switch place {
      case .start where isEmpty: return .waiting
      case .start: return try begin(&reader)
      case .members where isEmpty && !isLast, .elements where isEmpty && !isLast: return .waiting
      case .members(let isFirst): return try member(&reader, isFirst: isFirst, isLast: isLast)
      case .elements(let isFirst): return try element(&reader, isFirst: isFirst, isLast: isLast)
      case .end:
        try reader.finish()
        return .waiting
      }
    } catch {
      let isBehind = line == 1 && elementCount > 0
      let behind = isBehind ? ", behind item \(elementCount)" : ""
      throw .importing(line: error.line, error.message + behind)
    }
  }

  private mutating func begin(_ reader: inout JSONReader) throws(JSONError) -> Step {
    let kind = try reader.peek()
    guard kind == .array || kind == .object else {
      throw reader.failure("expected an array of items, found \(kind.phrase)")
    }
    isObject = kind == .object
    hasItems = !isObject
    let next: Place = isObject ? .members(isFirst: true) : .elements(isFirst: true)
    move(to: reader.offset + 1, expecting: next)
    return .moved
  }

  private mutating func member(
    _ reader: inout JSONReader,
    isFirst: Bool,
    isLast: Bool
  ) throws(JSONError) -> Step {
    let keyOffset: Int
    let key: String
    do throws(JSONError) {
      guard try reader.nextMember(isFirst: isFirst) else {
        move(to: reader.offset, expecting: .end)
        return .moved
      }
      keyOffset = reader.offset
      key = try reader.readKey()
    } catch {
      // What comes may be the rest of it.
      if isLast { throw error }
      return .waiting
    }
    let isNew = !keys.contains(key)
    if key == "items", isNew, reader.nextByte() == UInt8(ascii: "[") {
      hasItems = true
      move(to: reader.offset + 1, expecting: .elements(isFirst: true))
    } else {
      guard isLast || reader.rangeOfValue() != nil else { return .waiting }
      let value = try reader.readValue()
      guard isNew else { throw reader.duplicate(key, at: keyOffset) }
      note(key, value)
      move(to: reader.offset, expecting: .members(isFirst: false))
    }
    keys.insert(key)
    return .moved
  }

  private mutating func element(
    _ reader: inout JSONReader,
    isFirst: Bool,
    isLast: Bool
  ) throws(JSONError) -> Step {
    guard try reader.nextElement(isFirst: isFirst) else {
      move(to: reader.offset, expecting: isObject ? .members(isFirst: false) : .end)
      return .moved
    }
    if let range = reader.rangeOfValue(), !range.isEmpty { return .element(range) }
    guard isLast || reader.rangeOfValue() != nil else { return .waiting }
    // The element or the array has no end, or a comma stands before none: reading tells which.
    _ = try reader.readValue()
    _ = try reader.nextElement(isFirst: false)
    return .waiting
  }

  /// Goes to the end of an element; the place is that of its beginning.
  private mutating func enter(_ range: Range<Int>) throws(StorageError) -> RecordPlace {
    elementCount += 1
    move(to: range.lowerBound, expecting: .elements(isFirst: false))
    var place = RecordPlace(line: line, column: column)
    if !isAtLineStart { place.index = elementCount }
    // Read by itself, the element would be allowed a byte order mark in front.
    guard !text[range].starts(with: ByteOrderMark.utf8) else {
      throw .importing(line: line, "there is a byte order mark within the text")
    }
    move(to: range.upperBound, expecting: .elements(isFirst: false))
    return place
  }

  private mutating func move(to end: Int, expecting next: Place) {
    for byte in text[offset..<end] {
      if byte == 0x0A {
        (line, column, isAtLineStart) = (line + 1, 1, true)
        continue
      }
      if byte & 0xC0 != 0x80 { column += 1 }
      if isAtLineStart, !isSpace(byte), byte != UInt8(ascii: ",") { isAtLineStart = false }
    }
    (offset, place) = (end, next)
  }

  /// Takes note of what stands beside the items.
  private mutating func note(_ key: String, _ value: JSONValue) {
    if key == "schema" {
      if value.integer.map({ $0 > ItemJSON.schema }) ?? true {
        refusal = "\"schema\": expected a version up to \(ItemJSON.schema), found a later one"
      }
    } else if key != "items", !DocumentSplitter.storeKeys.contains(key) {
      refusal = refusal ?? "\"\(key)\": a document cannot have this key beside \"items\""
    } else if ["deleted", "history"].contains(key), value.array?.isEmpty == false,
      warnings.count == 0
    {
      // A JSON store is such a document, too; only its items are taken.
      warnings.add(
        "The file is a store: its deleted items and its history are left out. "
          + "'itemsctl convert' copies all of a store."
      )
    }
  }

  /// Takes an object without items for the one record there is.
  private mutating func finish(
    _ body: ([UInt8], Range<Int>, RecordPlace) throws(StorageError) -> Void
  ) throws(StorageError) {
    guard isObject else { return }
    if hasItems {
      if let refusal { throw .importing(line: 1, refusal) }
    } else {
      warnings = ImportMessages()
      try body(text, text.indices, RecordPlace(line: 1))
    }
  }
}
