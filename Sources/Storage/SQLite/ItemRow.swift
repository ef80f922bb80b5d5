/// A row of the table `items`: the item and its sync marks, which say whether it is alive.
struct ItemRow {
  var item: Item
  var marks: Marks

  /// The columns of an item, in the order in which ``Statement/item()`` reads them.
  static let itemColumns = (fieldColumns + ["unknown"]).map { "items.\($0)" }
    .joined(separator: ", ")

  /// Every column, in the order in which ``Statement/itemRow()`` reads them.
  static let allColumns = itemColumns + ", " + markColumns

  /// The columns of the marks, in the order in which ``Statement/marks(from:number:)`` reads them.
  static let markColumns = syncColumns.map { "items.\($0)" }.joined(separator: ", ")

  /// How many columns ``itemColumns`` has.
  static let itemColumnCount = fieldColumns.count + 1

  /// How many columns ``allColumns`` has.
  static let allColumnCount = itemColumnCount + syncColumns.count

  /// The index of the number's column.
  static let numberColumn = ItemPart.number.rawValue

  private static let idColumn = ItemPart.id.rawValue

  static let insertSQL: String = {
    let parameters = writtenColumns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return "INSERT INTO items (\(writtenColumns.joined(separator: ", "))) VALUES (\(parameters))"
  }()

  static let updateSQL: String = {
    // Without the id, which never changes: its index would be written each time.
    let settings = writtenColumns.enumerated()
      .filter { $0.offset != numberColumn && $0.offset != idColumn }
      .map { "\($0.element) = ?\($0.offset + 1)" }.joined(separator: ", ")
    return "UPDATE items SET \(settings) WHERE number = ?\(numberColumn + 1)"
  }()

  /// The columns in the order in which ``Statement/bind(_:)`` binds them.
  private static let writtenColumns = fieldColumns + ["unknown"] + syncColumns + ["is_deleted"]
  private static let fieldColumns = FieldDescription.all.map { "\($0.column)" }
  fileprivate static let syncColumns = [
    "sequence", "dirty", "stamp", "stamps", "deletion", "bases",
  ]

  /// Separates the tags in the column `tags`; no tag holds control characters.
  static let tagSeparator: UInt8 = 0x1f
}

extension ItemRow {
  /// Whether only the sync marks differ, and the item is alive in both rows or in neither.
  func differsInMarksOnly(from old: ItemRow) -> Bool {
    marks.isAlive == old.marks.isAlive && item == old.item
  }
}

extension ItemRow {
  /// Moves unknown values that this version can read to their properties.
  mutating func adoptUnknown() {
    for field in item.adoptUnknown() { marks.noteAdopted(field, of: item) }
  }
}

// MARK: - Reading

extension Statement {
  /// The item in the current row; unless `isAsStored`, adopts unknown values that this version can read.
  @inline(__always)
  func item(isAsStored: Bool = false) throws(StorageError) -> Item {
    var item = Item(id: ItemID(high: 0, low: 0), number: 0)
    try read(into: &item, isAsStored: isAsStored)
    return item
  }

  /// Fills an item from the current row.
  ///
  /// Not inlined: the compiler would otherwise copy each item when it returns it, a tenth of a fetch.
  @inline(never)
  private func read(into item: inout Item, isAsStored: Bool) throws(StorageError) {
    var reading = ColumnReading(statement: self)
    // `beside: item` would copy the item first.
    Item.visit(&item, beside: Item.blank, &reading)
    guard reading.isSound else { throw damagedRow(item.number) }
    let unknown = reading.column
    guard !isNull(unknown) else { return }
    item.unknown = try object(unknown, number: item.number)
    if !isAsStored { item.adoptUnknown() }
  }

  /// The current row with its sync marks.
  func itemRow(isAsStored: Bool = false) throws(StorageError) -> ItemRow {
    let item = try item(isAsStored: true)
    let marks = try marks(from: ItemRow.itemColumnCount, number: item.number)
    var row = ItemRow(item: item, marks: marks)
    if !isAsStored, !item.unknown.isEmpty { row.adoptUnknown() }
    return row
  }

  /// The marks in ``ItemRow/markColumns`` from a column on, of the item with this number.
  func marks(from first: Int, number: Int) throws(StorageError) -> Marks {
    guard let base = stamp(first + 2), let exceptions = Marks.exceptions(packed: blob(first + 3))
    else { throw damagedRow(number) }
    return Marks(
      sequence: integer(first),
      dirty: Int(integer(first + 1)),
      base: base,
      exceptions: exceptions,
      deletion: stamp(first + 4),
      bases: try bases(first + 5, number: number)
    )
  }

  /// The bytes of those texts in the current row that may be long.
  var itemTextBytes: Int {
    textByteCount(ItemPart.notes.rawValue) + textByteCount(ItemPart.attributes.rawValue)
      + textByteCount(ItemRow.itemColumnCount - 1)
  }

  private func bases(
    _ column: Int,
    number: Int
  ) throws(StorageError) -> [(field: Field, base: Register.Base)] {
    guard !isNull(column) else { return [] }
    guard let bases = Marks.bases(packed: blob(column)) else { throw damagedRow(number) }
    return bases
  }

  private func damagedRow(_ number: Int) -> StorageError { damaged("The row of item \(number)") }

  /// A JSON object in a text column.
  private func object(_ column: Int, number: Int) throws(StorageError) -> JSONObject {
    guard case .object(let object)? = try? JSONParser.parse(textBytes(column)) else {
      throw damagedRow(number)
    }
    return object
  }
}

/// Reads the fields from the columns, one after the other.
private struct ColumnReading: FieldVisitor {
  let statement: Statement
  var column = 0
  /// Whether every column held a value that this library writes.
  var isSound = true

  @inline(__always)
  mutating func visit<Value: FieldValue>(
    _ field: FieldDescription,
    _ value: inout Value,
    _ other: Value
  ) {
    if let read = Value.take(from: Column(statement: statement, index: column)) {
      value = read
    } else {
      isSound = false
    }
    column += 1
  }

  struct Column: ColumnSource {
    let statement: Statement
    let index: Int

    @inline(__always) var isNull: Bool { statement.isNull(index) }
    @inline(__always) var integer: Int64 { statement.integer(index) }
    @inline(__always) var text: String { statement.text(index) }
    @inline(__always) var id: ItemID? { statement.itemID(index) }
    @inline(__always) var names: Set<String> {
      Set(statement.texts(index, separatedBy: ItemRow.tagSeparator))
    }
    var ids: [ItemID]? { [ItemID](packed: statement.blob(index)) }
    var object: [String: JSONValue]? {
      var reader = JSONReader(statement.textBytes(index))
      guard let object = try? reader.readDictionary(), (try? reader.finish()) != nil else {
        return nil
      }
      return object
    }
  }
}

// MARK: - Writing

extension Statement {
  /// Binds every column of a row to the parameters of ``ItemRow/insertSQL`` and ``ItemRow/updateSQL``.
  ///
  /// Changes nothing; the row is `inout`, since its fields are visited in place without a copy.
  ///
  /// - Returns: The packed tags, which the search index takes as well.
  func bind(_ row: inout ItemRow) throws(StorageError) -> [UInt8] {
    let tags = row.item.packedTags
    var binding = ColumnBinding(statement: self, tags: tags)
    try Item.visit(&row.item, beside: Item.blank, &binding)
    let first = ItemRow.itemColumnCount
    if row.item.unknown.isEmpty {
      bindNull(at: first)
    } else {
      try bind(row.item.unknown, at: first)
    }
    try bind(row.marks, from: first + 1)
    bind(row.marks.isAlive ? 0 : 1, at: first + 1 + ItemRow.syncColumns.count)
    return tags
  }

  /// Binds the columns of the marks to parameters that follow each other.
  func bind(_ marks: Marks, from first: Int) throws(StorageError) {
    bind(marks.sequence, at: first)
    bind(marks.dirty, at: first + 1)
    bind(marks.base, at: first + 2)
    bind(marks.packedExceptions, at: first + 3)
    bind(marks.deletion, at: first + 4)
    do throws(JSONError) {
      bind(try marks.packedBases, at: first + 5)
    } catch {
      throw .invalid("What an edit was made from cannot be kept: \(error.message)")
    }
  }

  /// Binds an object as canonical JSON.
  fileprivate func bind(_ object: JSONObject, at index: Int) throws(StorageError) {
    do throws(JSONError) {
      bindText(try JSONWriter.bytes(of: .object(object)), at: index)
    } catch {
      throw .invalid("An attribute cannot be kept: \(error.message)")
    }
  }
}

/// Binds the fields to the parameters, one after the other.
private struct ColumnBinding: FieldVisitor {
  typealias Failure = StorageError

  let statement: Statement
  let tags: [UInt8]
  var index = 0

  @inline(__always)
  mutating func visit<Value: FieldValue>(
    _ field: FieldDescription,
    _ value: inout Value,
    _ other: Value
  ) throws(StorageError) {
    index += 1
    try value.put(in: Parameter(statement: statement, index: index, tags: tags))
  }

  struct Parameter: ColumnSink {
    let statement: Statement
    let index: Int
    let tags: [UInt8]

    @inline(__always) func put(_ integer: Int64) { statement.bind(integer, at: index) }
    @inline(__always) func put(_ text: String) { statement.bind(text, at: index) }
    @inline(__always) func put(_ id: ItemID) { statement.bind(id, at: index) }
    @inline(__always) func put(names: Set<String>) { statement.bindText(tags, at: index) }
    func put(ids: [ItemID]) { statement.bind(ids.flatMap(\.bytes), at: index) }
    @inline(__always) func putNull() { statement.bindNull(at: index) }
    func put(object: [String: JSONValue]) throws(StorageError) {
      try statement.bind(JSONObject(object), at: index)
    }
  }
}

extension Item {
  /// The tags in the form of the column `tags`: ordered by their bytes.
  var packedTags: [UInt8] {
    guard !tags.isEmpty else { return [] }
    var packed: [UInt8] = []
    for tag in tags.sorted(by: { utf8Less($0, $1) }) {
      if !packed.isEmpty { packed.append(ItemRow.tagSeparator) }
      packed.append(contentsOf: tag.utf8)
    }
    return packed
  }
}
