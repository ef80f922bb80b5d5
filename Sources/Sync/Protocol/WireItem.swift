import Storage

/// What a message says about one item.
///
/// It is read directly from the message's bytes: building a tree of each item would cost more than
/// all other work on it. Members of later versions are skipped.
struct WireItem {
  /// The registers and the deletion.
  let state: ItemState
  /// The item, if the message names one.
  let id: ItemID?
  /// The number of the item's last change, of a row or of the one that a device has seen, if the
  /// message has one.
  let sequence: Int64?

  /// Reads one object, which must fill the range.
  init(_ bytes: [UInt8], in range: Range<Int>? = nil) throws(WireError) {
    do throws(JSONError) {
      var reader = JSONReader(bytes, in: range)
      try self.init(&reader)
      try reader.finish()
    } catch {
      throw WireError(error)
    }
  }

  /// Reads one object.
  init(_ reader: inout JSONReader) throws(JSONError) {
    var members = Members()
    try reader.beginObject()
    while let key = try reader.nextKey() { try members.read(key, &reader) }
    state = try members.state(reader)
    (id, sequence) = (members.id, members.sequence)
  }
}

/// The members as they come, in any order.
private struct Members {
  var id: ItemID?
  var sequence: Int64?
  private var entries: [ItemState.Entry]?
  private var isOrdered = true
  private var exceptions: [(name: String, stamp: Stamp)] = []
  private var base: Stamp?
  private var deletion: Stamp?
  private var isUpdateTold = false

  init() {}

  mutating func read(_ key: String, _ reader: inout JSONReader) throws(JSONError) {
    switch key {
    case "d": deletion = try reader.readNull() ? nil : try reader.readStamp()
    case "f": try readFields(&reader)
    case "ft": try readExceptions(&reader)
    case "i": id = try reader.readItemID()
    case "q": sequence = try reader.readInteger()
    case "t": base = try reader.readStamp()
    case "u": try readUpdate(&reader)
    default: try reader.skipValue()
    }
  }

  /// The stamp of most registers, which tells the time of the last edit as well; before, only that it does.
  private mutating func readUpdate(_ reader: inout JSONReader) throws(JSONError) {
    if try reader.peek() == .string {
      base = try reader.readStamp()
      isUpdateTold = true
    } else {
      isUpdateTold = try reader.readValue() == .integer(1)
    }
  }

  private mutating func readFields(_ reader: inout JSONReader) throws(JSONError) {
    var fields: [ItemState.Entry] = []
    // The parts that each item has, and a few tags and attributes.
    fields.reserveCapacity(Field.Fixed.allCases.count + 7)
    let unknown = Stamp(time: 0, node: 0)
    try reader.beginObject()
    while let name = try reader.nextKey() {
      if let last = fields.last, !utf8Less(last.name, name) { isOrdered = false }
      fields.append(ItemState.Entry(name, try reader.readValue(), stamp: unknown))
    }
    entries = fields
  }

  private mutating func readExceptions(_ reader: inout JSONReader) throws(JSONError) {
    if try reader.readNull() { return }
    try reader.beginObject()
    while let name = try reader.nextKey() {
      if try !reader.readNull() { exceptions.append((name, try reader.readStamp())) }
    }
  }

  /// The state, once every member has been read.
  mutating func state(_ reader: JSONReader) throws(JSONError) -> ItemState {
    guard var entries, let base else {
      throw reader.failure(entries == nil ? "'f' is missing" : "'t' is missing")
    }
    self.entries = nil
    for index in entries.indices { entries[index].stamp = base }
    if !isOrdered { entries.sort { utf8Less($0.name, $1.name) } }
    for (name, stamp) in exceptions {
      let place = entries.firstPlace(notBefore: name)
      if place < entries.count, utf8Equal(entries[place].name, name) {
        entries[place].stamp = stamp
      }
    }
    if isUpdateTold { try addUpdate(to: &entries, at: base, reader) }
    return ItemState(ordered: entries, deletion: deletion)
  }

  private func addUpdate(
    to entries: inout [ItemState.Entry],
    at stamp: Stamp,
    _ reader: JSONReader
  ) throws(JSONError) {
    let place = entries.firstPlace(notBefore: ItemState.Entry.updated)
    guard place == entries.count || !entries[place].isUpdate else {
      throw reader.failure("the time of the last edit is given twice")
    }
    let value = JSONValue.integer(stamp.milliseconds)
    entries.insert(ItemState.Entry(ItemState.Entry.updated, value, stamp: stamp), at: place)
  }
}

extension [ItemState.Entry] {
  /// The index of the first register whose name does not come before this one.
  fileprivate func firstPlace(notBefore name: String) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if utf8Less(self[middle].name, name) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ItemState {
  /// The state that ``json`` wrote.
  init(wire value: JSONValue) throws(WireError) {
    self = try WireItem(value.canonicalBytes).state
  }
}

extension WireError {
  /// The error of a message with invalid JSON.
  init(_ error: JSONError) { self.init("The message is not well formed: \(error)") }
}
