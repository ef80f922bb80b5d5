// The steps that can be undone, in a store's file.

extension JSONDocument {
  /// The member `history`, with a comma and a line end in front; nothing without steps.
  static func history(_ steps: [SQLiteSession.StoredStep]) -> [UInt8] {
    guard !steps.isEmpty else { return [] }
    var bytes = Array(",\n  \"history\": [".utf8)
    bytes.reserveCapacity(steps.reduce(bytes.count + 8) { $0 + $1.changes.count + 96 })
    for (index, stored) in steps.enumerated() {
      bytes += "\(index == 0 ? "" : ",")\n    {\"number\":\(stored.step.id),\"time\":\"".utf8
      ISO8601.append(milliseconds: stored.step.date.millisecondsSince1970, to: &bytes)
      bytes += "\",\(stored.step.isUndone ? "\"undone\":true," : "")\"changes\":".utf8
      bytes += stored.changes
      bytes.append(UInt8(ascii: "}"))
    }
    bytes += "\n  ]".utf8
    return bytes
  }
}

extension JSONReader {
  /// Reads the value of `history`.
  mutating func readHistory() throws(JSONError) -> [SQLiteSession.StoredStep] {
    var steps: [SQLiteSession.StoredStep] = []
    try beginArray()
    while try nextElement() {
      _ = try peek()
      let place = offset
      guard let step = try readStep() else {
        throw failure("the step lacks a part, or has one of another form", at: place)
      }
      let isInOrder = steps.last.map { previous in
        previous.step.id < step.step.id && (step.step.isUndone || !previous.step.isUndone)
      }
      guard isInOrder ?? true else { throw failure("the steps are not in order", at: place) }
      steps.append(step)
    }
    return steps
  }

  private mutating func readStep() throws(JSONError) -> SQLiteSession.StoredStep? {
    var number: Int?
    var time: Int64?
    var isUndone = false
    var changes: JSONValue?
    try beginObject()
    while let key = try nextKey() {
      try naming(key) { reader throws(JSONError) in
        switch key {
        case "number": number = try reader.readNumber(from: 1)
        case "time": time = try reader.readInstant().milliseconds
        case "undone": isUndone = try reader.readBool()
        case "changes": changes = try reader.readValue()
        default: throw reader.failure("a step has no such key")
        }
      }
    }
    guard let number, let time, let changes, let list = HistoryChange.read(changes),
      let first = list.first?.items.first, let text = try? JSONWriter.bytes(of: changes)
    else { return nil }
    let step = HistoryStep(
      id: number,
      date: .init(millisecondsSince1970: time),
      isUndone: isUndone,
      counts: HistoryCounts(list),
      firstItem: first
    )
    return SQLiteSession.StoredStep(step: step, changes: text)
  }
}

extension JSONFileLoader {
  /// Replaces the table of steps with those of the file.
  func replaceHistory() throws(StorageError) {
    try session.connection.execute("DELETE FROM history")
    for stored in contents.history {
      try session.insertStep(stored.step, changes: stored.changes)
    }
  }
}
