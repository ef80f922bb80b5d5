import Foundation
import TemporaryFolders
import Testing

@testable import Storage

/// Registers of earlier versions that items show in another form: one attribute with the lines of all properties,
/// and lists in any normal form.
@Suite struct `Registers in a former form` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let id = ItemID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
  private static let names = [":memory:", "a.sqlite", "a.json"]
  private static let order: JSONValue = ["X-ORDER:7"]
  private static let people: JSONValue = ["ATTENDEE;CN=Ada:mailto:a@b", "attendee:mailto:c@d"]
  private static let alarm: JSONValue = ["BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM"]
  private static let lines: JSONValue = [
    "X-ORDER:7", "ATTENDEE;CN=Ada:mailto:a@b", "BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM",
    "attendee:mailto:c@d",
  ]
  private static let linesAndOne: JSONValue = .array((lines.array ?? []) + ["X-KEPT:1"])
  private static let parts: [String: JSONValue] = [
    "ical/ATTENDEE": people, "ical/VALARM": alarm, "ical/X-ORDER": order,
  ]

  private static func stamp(_ second: Int64) -> Stamp {
    Stamp(milliseconds: second * 1_000, node: 7)
  }

  private static func row(_ registers: [(Field, JSONValue, Int64)]) -> ReplicaItem {
    ReplicaItem(
      id: id,
      sequence: 5,
      registers: registers.map { Register($0.0, $0.1, stamp: stamp($0.2), isDirty: false) }
    )
  }

  private static let former = row([
    (.fixed(.title), "Shed", 1), (.attribute("ical"), lines, 2), (.attribute("uid"), "u", 1),
  ])

  private func open(_ name: String) throws -> any UndoableRepository & ReplicaStore {
    let place = name == ":memory:" ? StoreLocation.memory : StoreLocation(folder.file(name))
    return try #require(try place.open() as? any UndoableRepository & ReplicaStore)
  }

  /// A store with a row, opened anew where it is a file.
  private func store(
    _ name: String,
    with row: ReplicaItem
  ) async throws -> any UndoableRepository & ReplicaStore {
    let store = try open(name)
    try await store.writeReplica { transaction throws(StorageError) in
      try transaction.put(row)
      try transaction.observe(row.registers.map(\.stamp.time).max() ?? 0)
    }
    #expect(try await Self.read(store) == row)
    guard name != ":memory:" else { return store }
    await store.close()
    return try open(name)
  }

  private static func read(_ store: any ReplicaStore) async throws -> ReplicaItem? {
    try await store.readReplica { transaction throws(StorageError) in
      try transaction.replica(Self.id)
    }
  }

  private static func register(_ field: Field, in store: any ReplicaStore) async throws -> Register?
  {
    try await read(store)?.registers.first { $0.field == field }
  }

  // MARK: - Lines of properties

  @Test func `lines are attributes of the names of their properties`() {
    let parts = FormerAttribute.parts(of: Self.lines)
    #expect(parts?.map(\.key) == ["ical/ATTENDEE", "ical/VALARM", "ical/X-ORDER"])
    #expect(parts?.map(\.value) == [Self.people, Self.alarm, Self.order])
    let names = ["RELATED-TO;RELTYPE=CHILD:x", "Begin:x-part\nEND:X-PART", "a1:"].map {
      FormerAttribute.parts(of: [.string($0)])?.first?.key
    }
    #expect(names == ["ical/RELATED-TO", "ical/X-PART", "ical/A1"])
  }

  @Test(
    arguments: [
      "a text", [], [1], ["no sign"], [":no name"], ["BEGIN:"], ["UNDER_SCORE:1"], ["X:1", 2],
      .object(["X": "1"]), ["\u{C9}:1"], .string(String(repeating: "X", count: 300) + ":1"),
      .array([.string(String(repeating: "X", count: 300) + ":1")]),
    ] as [JSONValue]
  )
  func `an attribute of that name with another meaning stays what it is`(
    _ value: JSONValue
  ) async throws {
    #expect(FormerAttribute.parts(of: value) == nil)
    let row = Self.row([(.fixed(.title), "Shed", 1), (.attribute("ical"), value, 2)])
    for name in Self.names {
      let store = try await store(name, with: row)
      let item = try #require(try await store.item(Self.id))
      #expect(item.attributes == ["ical": value] && item.unknown.isEmpty)
      #expect(try await Self.read(store) == row)
      await store.close()
    }
  }

  @Test(arguments: names)
  func `lines in one register are shown as attributes, and the row stays as it is`(
    _ name: String
  ) async throws {
    let store = try await store(name, with: Self.former)
    let item = try #require(try await store.item(Self.id))
    var shown = Self.parts
    shown["uid"] = "u"
    #expect(item.attributes == shown)
    #expect(item.unreadable.isEmpty)
    #expect(try item.json().contains("unknown") == false)
    #expect(try await store.count(.attribute("ical/X-ORDER", .exists)) == 1)
    #expect(try await store.count(.attribute("ical", .exists)) == 0)
    #expect(try await Self.read(store) == Self.former)
    var edited = item
    edited.title = "Barn"
    try await store.update(edited)
    let expected = Self.former.registers.filter { $0.field != .fixed(.title) }
    let others = try await Self.read(store)?.registers.filter {
      $0.field != .fixed(.title) && $0.field != .fixed(.updated)
    }
    #expect(others == expected)
    try await store.undo()
    let undone = try await Self.read(store)?.registers.filter {
      $0.field != .fixed(.title) && $0.field != .fixed(.updated)
    }
    #expect(undone == expected)
    #expect(try await store.check() == [])
    await store.close()
  }

  @Test(arguments: names)
  func `the next edit of a property writes a register of its own`(_ name: String) async throws {
    let store = try await store(name, with: Self.former)
    var item = try #require(try await store.item(Self.id))
    item.attributes["ical/X-ORDER"] = ["X-ORDER:8"]
    item.attributes["ical/VALARM"] = nil
    item.attributes["ical/COLOR"] = ["COLOR:red"]
    try await store.update(item)
    let replica = try #require(try await Self.read(store))
    let dirty = Set(replica.registers.filter(\.isDirty).map(\.field.name))
    #expect(
      dirty == ["attr:ical/X-ORDER", "attr:ical/VALARM", "attr:ical/COLOR", "updated"]
    )
    #expect(try await Self.register(.attribute("ical/X-ORDER"), in: store)?.value == ["X-ORDER:8"])
    #expect(try await Self.register(.attribute("ical/VALARM"), in: store)?.value == .null)
    #expect(replica.registers.first { $0.field == .attribute("ical") } == Self.former.registers[0])
    #expect(!replica.registers.contains { $0.field == .attribute("ical/ATTENDEE") })
    // Put as a hub would send it, it means the same item.
    #expect(Item(replica, number: item.number).attributes == item.attributes)
    #expect(try await store.item(Self.id)?.attributes == item.attributes)
    try await store.undo()
    #expect(try await store.item(Self.id)?.attributes.filter { $0.key != "uid" } == Self.parts)
    await store.close()
  }

  @Test(arguments: names)
  func `of a property's own register and the lines of an older program the later one counts`(
    _ name: String
  ) async throws {
    let row = Self.row([
      (.fixed(.title), "Shed", 1), (.attribute("ical"), Self.linesAndOne, 5),
      (.attribute("ical/X-ORDER"), ["X-ORDER:1"], 4), (.attribute("ical/VALARM"), .null, 6),
      (.attribute("ical/ATTENDEE"), ["ATTENDEE:mailto:new"], 6),
      (.attribute("ical/COLOR"), ["COLOR:red"], 3), (.attribute("ical/X-KEPT"), .null, 5),
    ])
    let store = try await store(name, with: row)
    var item = try #require(try await store.item(Self.id))
    #expect(
      item.attributes == [
        "ical/X-ORDER": Self.order, "ical/ATTENDEE": ["ATTENDEE:mailto:new"],
        "ical/COLOR": ["COLOR:red"], "ical/X-KEPT": ["X-KEPT:1"],
      ]
    )
    #expect(item.unreadable.isEmpty)
    #expect(try await Self.read(store) == row)
    item.notes = "painted"
    try await store.update(item)
    #expect(try await Self.register(.attribute("ical/X-ORDER"), in: store)?.stamp == Self.stamp(4))
    item.attributes["ical/X-ORDER"] = nil
    try await store.update(item)
    let removed = try #require(try await Self.register(.attribute("ical/X-ORDER"), in: store))
    #expect(removed.value == .null && removed.stamp > Self.stamp(5))
    #expect(try await store.item(Self.id)?.attributes["ical/X-ORDER"] == nil)
    await store.close()
  }

  @Test(arguments: names)
  func `lines that are written in one attribute are kept as attributes`(
    _ name: String
  ) async throws {
    let store = try open(name)
    let draft = ItemDraft(
      title: "Shed",
      attributes: ["ical": Self.lines, "ical/X-ORDER": ["X-ORDER:9"]]
    )
    var item = try await store.add(draft)
    var expected = Self.parts
    expected["ical/X-ORDER"] = ["X-ORDER:9"]
    #expect(item.attributes == expected && item.unknown.isEmpty)
    item.attributes["ical"] = ["COLOR:red"]
    item = try await store.update(item)
    expected["ical/COLOR"] = ["COLOR:red"]
    #expect(item.attributes == expected)
    await store.close()
  }

  @Test func `an index on a property finds what came in one register`() async throws {
    var options = StoreOptions()
    options.sqlite.attributeIndexes = [AttributeIndex("ical/X-ORDER")]
    let store = try #require(
      try StoreLocation(folder.file("a.sqlite")).open(options: options) as? SQLiteRepository
    )
    try await store.writeReplica { transaction throws(StorageError) in
      try transaction.put(Self.former)
    }
    let found = try await store.items(ItemQuery(.attribute("ical/X-ORDER", .contains("X-ORDER:7"))))
    #expect(found.map(\.id) == [Self.id])
    #expect(try await store.items(ItemQuery(.attribute("ical/X-ORDER", .exists))).count == 1)
  }

  // MARK: - Lists

  private static let composed = "Caf\u{E9}"
  private static let decomposed = "Cafe\u{301}"

  private static func inList(_ list: JSONValue) -> ReplicaItem {
    row([(.fixed(.title), "Cups", 1), (.fixed(.list), list, 2)])
  }

  private static func bytes(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }

  @Test(arguments: names)
  func `lists in two normal forms are one list, and no row changes`(_ name: String) async throws {
    let store = try await store(name, with: Self.inList(.string(Self.decomposed)))
    let other = try await store.add(ItemDraft(title: "Plates", list: Self.decomposed))
    #expect(Self.bytes(other.list) == Self.bytes(Self.composed))
    var item = try #require(try await store.item(Self.id))
    #expect(Self.bytes(item.list) == Self.bytes(Self.composed) && item.unreadable.isEmpty)
    for list in [Self.composed, Self.decomposed] {
      #expect(try await store.count(.list(list)) == 2)
      #expect(try await store.count(.field(.list, .oneOf([.string(list)]))) == 2)
      #expect(try await store.count(.not(.list(list))) == 0)
    }
    let counts = try await store.summary(SummaryQuery(groupings: [.list])).lists
    #expect(counts.count == 1)
    item.title = "Mugs"
    item.list = Self.decomposed
    item = try await store.update(item)
    let list = try #require(try await Self.register(.fixed(.list), in: store))
    #expect(Self.bytes(list.value.string) == Self.bytes(Self.decomposed))
    #expect(list.stamp == Self.stamp(2) && !list.isDirty)
    item.list = "Bar\u{301}"
    item = try await store.update(item)
    let moved = try #require(try await Self.register(.fixed(.list), in: store))
    #expect(Self.bytes(moved.value.string) == Self.bytes("Bar\u{301}".nfc) && moved.isDirty)
    try await store.undo()
    #expect(try await store.count(.list(Self.composed)) == 2)
    #expect(try await store.check() == [])
    await store.close()
  }

  @Test(arguments: names)
  func `a list of a form that is not known here stays unknown`(_ name: String) async throws {
    let row = Self.inList(["name": .string(Self.decomposed)])
    let store = try await store(name, with: row)
    let item = try #require(try await store.item(Self.id))
    #expect(item.list == Item.defaultList)
    #expect(Array(item.unreadable.keys) == ["list"])
    #expect(try await Self.read(store) == row)
    await store.close()
  }

  // MARK: - Stores of an earlier version

  /// What the files hold: lines in one attribute, and lists in two forms; all pushed, then a title edited.
  @Test(arguments: ["forms-7.sqlite", "forms-2.json"])
  func `stores of an earlier version show them so, and keep every register`(
    _ name: String
  ) async throws {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../StoredStores/\(name)").standardizedFileURL
    let path = try folder.write(Data(contentsOf: source), to: name)
    for _ in 0..<2 {
      let store = try #require(
        try StoreLocation(path).open() as? any UndoableRepository & ReplicaStore
      )
      let items = try await store.items(ItemQuery(sort: [.ascending(.number)]))
      #expect(
        items.first?.attributes.keys.sorted() == [
          "ical/ATTENDEE", "ical/VALARM", "ical/X-APPLE-SORT-ORDER", "uid",
        ]
      )
      #expect(items.map { Self.bytes($0.list) }[1...] == [Self.bytes("Café"), Self.bytes("Café")])
      #expect(try await store.count(.list("Cafe\u{301}")) == 2)
      let replicas = try await store.readReplica { transaction throws(StorageError) in
        var replicas: [ReplicaItem] = []
        for item in items { replicas += [try transaction.replica(item.id)].compactMap { $0 } }
        return replicas
      }
      let shed = try #require(replicas.first)
      let attributes = shed.registers.map(\.field.name).filter { $0.hasPrefix("attr:") }
      #expect(attributes == ["attr:ical", "attr:uid"])
      #expect(shed.registers[0].value.array?.count == 4)
      #expect(Set(shed.registers.map(\.stamp)).count == 1 && !shed.isDirty)
      let lists = replicas.map { row in
        Self.bytes(row.registers.first { $0.field == .fixed(.list) }?.value.string)
      }
      #expect(lists == [Self.bytes("inbox"), Self.bytes("Caf\u{E9}"), Self.bytes("Cafe\u{301}")])
      let dirty = replicas.map { Set($0.registers.filter(\.isDirty).map(\.field.name)) }
      #expect(dirty == [[], ["title", "updated"], []])
      #expect(replicas.map(\.sequence) == [1, 2, 3])
      #expect(try await store.check() == [])
      await store.close()
    }
  }
}
