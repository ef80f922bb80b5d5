extension ItemSync {
  /// Reads an item's object under `sync.items`; ItemSync.swift describes its form.
  init(from reader: inout JSONReader) throws(JSONError) {
    var parts = Parts()
    _ = try reader.peek()
    let place = reader.offset
    try reader.beginObject()
    while let key = try reader.nextKey() {
      try reader.naming(key) { reader throws(JSONError) in try parts.read(key, from: &reader) }
    }
    guard let stamp = parts.stamp else {
      throw reader.failure("the key \"stamp\" is missing", at: place)
    }
    marks = parts.marks(base: stamp)
    unknown = parts.unknown
    digest = parts.digest
  }

  /// What has been read so far.
  private struct Parts {
    var sequence = ReplicaItem.neverAcknowledged
    var dirty = Marks.Bit.whole
    var stamp: Stamp?
    var exceptions: [Marks.Exception] = []
    var marked: Set<Field> = []
    var deletion: Stamp?
    var bases: [(field: Field, base: Register.Base)] = []
    var unknown: JSONObject = [:]
    var digest = ContentDigest()

    /// The marks as this program would have written them: edited by hand, they can contradict each
    /// other, and the item would never be pushed.
    func marks(base: Stamp) -> Marks {
      let isWhole = sequence == ReplicaItem.neverAcknowledged
      var dirty = isWhole ? Marks.Bit.whole : dirty & (Marks.Bit.exception - 1)
      let exceptions = exceptions.map { exception in
        var exception = exception
        exception.isDirty = !isWhole && marked.contains(exception.field)
        // A fixed field has a bit of its own: its mark moves there.
        if case .fixed = exception.field { return exception }
        if exception.isDirty { dirty |= Marks.Bit.exception }
        return exception
      }
      return Marks(
        sequence: sequence,
        dirty: dirty,
        base: base,
        exceptions: exceptions,
        deletion: deletion,
        bases: bases
      )
    }

    mutating func read(_ key: String, from reader: inout JSONReader) throws(JSONError) {
      switch key {
      case "sequence": sequence = try reader.readInteger()
      case "dirty": dirty = try reader.readMask()
      case "stamp": stamp = try reader.readStamp()
      case "stamps": try readExceptions(from: &reader)
      case "marked":
        try reader.beginArray()
        while try reader.nextElement() { marked.insert(Field(name: try reader.readString())) }
      case "deletion": deletion = try reader.readStamp()
      case "bases": bases = try reader.readBases()
      case "unknown": unknown = try reader.readObject()
      case "digest":
        try reader.beginObject()
        while let name = try reader.nextKey() {
          let checksum = try reader.readChecksum()
          if case .fixed(let fixed) = Field(name: name) { digest[fixed] = checksum }
        }
      case "tags":
        try reader.beginArray()
        while try reader.nextElement() { digest.tags.insert(try reader.readString()) }
      case "blockedBy":
        try reader.beginArray()
        while try reader.nextElement() { digest.blockers.insert(try reader.readItemID()) }
      case "attributes":
        try reader.beginObject()
        while let key = try reader.nextKey() {
          digest.attributes[key] = try reader.readChecksum()
        }
      default: throw reader.failure("this program knows no such key")
      }
    }

    private mutating func readExceptions(from reader: inout JSONReader) throws(JSONError) {
      try reader.beginObject()
      while let name = try reader.nextKey() {
        let stamp = try reader.readStamp()
        exceptions.append(
          Marks.Exception(field: Field(name: name), stamp: stamp, isDirty: false)
        )
      }
    }
  }
}

extension JSONReader {
  /// Reads an object; adding key by key would take quadratic time.
  fileprivate mutating func readObject() throws(JSONError) -> JSONObject {
    try expect(.object)
    guard case .object(let object) = try readValue() else { return [:] }
    return object
  }

  fileprivate mutating func readBases() throws(JSONError) -> [(field: Field, base: Register.Base)] {
    _ = try peek()
    let place = offset
    guard let bases = try readObject().bases else {
      throw failure("expected [STAMP] or [STAMP, VALUE] for each field", at: place)
    }
    return bases
  }

  /// Reads a number of hexadecimal digits.
  mutating func readHexadecimal(digits: Int) throws(JSONError) -> UInt64 {
    _ = try peek()
    let place = offset
    guard let number = Hexadecimal.number(try readString().utf8, digits: digits) else {
      throw failure("expected \(digits) hexadecimal digits in lower case", at: place)
    }
    return number
  }

  fileprivate mutating func readMask() throws(JSONError) -> Int {
    _ = try peek()
    let place = offset
    let mask = try readInteger()
    guard 0..<Int64(Marks.Bit.whole << 1) ~= mask else {
      throw failure("expected a number from 0 to 2^35 - 1", at: place)
    }
    return Int(mask)
  }

  fileprivate mutating func readChecksum() throws(JSONError) -> UInt32 {
    UInt32(truncatingIfNeeded: try readHexadecimal(digits: 8))
  }
}
