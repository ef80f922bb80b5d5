extension JSONFileContents {
  /// Reads the document key by key.
  mutating func read(from reader: inout JSONReader, schema: Int) throws(JSONError) {
    var keys: Set<String> = []
    _ = try reader.peek()
    let place = reader.offset
    try reader.beginObject()
    while let key = try reader.nextKey() {
      keys.insert(key)
      try reader.naming(key) { reader throws(JSONError) in
        if key == "schema" {
          guard try reader.readNumber(from: 1) == schema else {
            throw reader.failure("this program does not know that version")
          }
        } else {
          try read(key, from: &reader)
        }
      }
    }
    try reader.finish()
    for key in ["schema", "items"] where !keys.contains(key) {
      throw reader.failure("the key \"\(key)\" is missing, so this is not an item store", at: place)
    }
  }

  private mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
    switch key {
    case "nextNumber": numbers.next = try reader.readNumber(from: 1)
    case "nextRecordNumber":
      numbers.nextRecord = try reader.readNumber(from: ItemNumbers.firstRecord)
    case "items": try readEntries(isDeleted: false, from: &reader)
    case "deleted": try readEntries(isDeleted: true, from: &reader)
    case "sync":
      try reader.beginObject()
      while let key = try reader.nextKey() {
        try reader.naming(key) { reader throws(JSONError) in
          try readSync(key, from: &reader)
        }
      }
    case "history": history = try reader.readHistory()
    default: throw reader.failure("a store has no such key")
    }
  }

  private mutating func readEntries(
    isDeleted: Bool,
    from reader: inout JSONReader
  ) throws(JSONError) {
    try reader.beginArray()
    while try reader.nextElement() {
      _ = try reader.peek()
      let place = reader.offset
      let record = try ItemJSON.readRecord(from: &reader)
      // The next number must be valid as well.
      if let number = record.number, !(1..<ItemLimits.maxNumber).contains(number) {
        throw reader.failure("\"number\": \(number) is not an item's number", at: place)
      }
      entries.append(Entry(record: record, isDeleted: isDeleted, range: place..<reader.offset))
    }
  }

  private mutating func readSync(_ key: String, from reader: inout JSONReader) throws(JSONError) {
    switch key {
    case "clock": clock = try reader.readHexadecimal(digits: 16)
    case "exchanged": exchanged = try reader.readHexadecimal(digits: 16)
    case "items": try readLines(from: &reader)
    case "state": state = Array(try reader.readString().utf8)
    case "stateBase64":
      _ = try reader.peek()
      let place = reader.offset
      guard let bytes = Base64.bytes(try reader.readString()) else {
        throw reader.failure("the text is not base 64", at: place)
      }
      state = bytes
    case "conflicts": try readConflicts(from: &reader)
    default: throw reader.failure("a store has no such key")
    }
  }

  private mutating func readLines(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard let id = ItemID(key) else { throw reader.failure("the key here is not an item's id") }
      let sync = try reader.naming(key) { reader throws(JSONError) in
        try ItemSync(from: &reader)
      }
      lines.append(Line(id: id, sync: sync))
    }
  }

  private mutating func readConflicts(from reader: inout JSONReader) throws(JSONError) {
    var numbers: Set<Int> = []
    try reader.beginArray()
    while try reader.nextElement() {
      _ = try reader.peek()
      let place = reader.offset
      let conflict = try ConflictParts(from: &reader).conflict
      guard let conflict, numbers.insert(conflict.number).inserted else {
        throw reader.failure("the conflict lacks a part, or its number is given twice", at: place)
      }
      conflicts.append(conflict)
    }
  }
}

/// The given parts of a conflict.
private struct ConflictParts {
  private var number: Int?
  private var kind: SyncConflict.Kind?
  private var item: ItemID?
  private var reason: String?
  private var time: UInt64?
  private var content: JSONValue?

  init(from reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      try reader.naming(key) { reader throws(JSONError) in
        switch key {
        case "number": number = try reader.readNumber(from: 1)
        case "kind": kind = SyncConflict.Kind(name: try reader.readString())
        case "item": item = try reader.readItemID()
        case "reason": reason = try reader.readString()
        case "time": time = try reader.readHexadecimal(digits: 16)
        case "content": content = try reader.readValue()
        default: throw reader.failure("a conflict has no such key")
        }
      }
    }
  }

  /// The conflict, if every part is given.
  var conflict: SyncConflict? {
    guard let number, let kind, let item, let reason, let time, let content else { return nil }
    return SyncConflict(
      number: number,
      kind: kind,
      item: item,
      reason: reason,
      time: time,
      content: content
    )
  }
}

extension JSONReader {
  /// Reads a whole number that every JSON program can read exactly.
  mutating func readNumber(from lowest: Int) throws(JSONError) -> Int {
    _ = try peek()
    let place = offset
    let number = try readInteger()
    guard number >= lowest, number <= ItemLimits.maxNumber else {
      throw failure("expected a number from \(lowest) to 2^53 - 1", at: place)
    }
    return Int(number)
  }
}
