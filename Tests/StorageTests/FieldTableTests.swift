import Foundation
import Testing

@testable import Storage

/// The table of fields beside what the language and the files know of an item.
@Suite struct `The table of fields` {
  /// What is in files, databases and messages: none of it changes once shipped.
  private static let pinned: [(key: String, column: String, register: String?, bit: Int?)] = [
    ("id", "id", nil, nil),
    ("number", "number", nil, nil),
    ("kind", "kind", "kind", 0),
    ("title", "title", "title", 1),
    ("notes", "notes", "notes", 2),
    ("status", "status", "status", 3),
    ("priority", "priority", "priority", 4),
    ("list", "list", "list", 5),
    ("rank", "rank", "rank", 13),
    ("tags", "tags", nil, nil),
    ("start", "start", "start", 9),
    ("due", "due", "due", 6),
    ("repeat", "repeat", "repeat", 10),
    ("occurrence", "occurrence", "occurrence", 11),
    ("parent", "parent", "parent", 12),
    ("blockedBy", "blocked_by", nil, nil),
    ("createdAt", "created_at", "created", 7),
    ("updatedAt", "updated_at", "updated", 8),
    ("completedAt", "completed_at", "status", 3),
    ("attributes", "attributes", nil, nil),
  ]

  @Test func `has a line for every stored property, and no other`() {
    let properties = Mirror(reflecting: Item.blank).children.compactMap(\.label)
    let names = ItemPart.allCases.map { $0 == .blockers ? "blockers" : $0.name }
    #expect(properties == names + ["unknown"])
    #expect(FieldDescription.all.map(\.part) == ItemPart.allCases)
  }

  @Test func `gives documents of items the version of a store's file`() {
    #expect(ItemJSON.schema == JSONDocument.schema)
  }

  @Test func `names keys, columns, registers and bits as they were shipped`() {
    let lines = FieldDescription.all.map {
      [
        "\($0.key)", "\($0.column)", $0.register?.name ?? "-",
        $0.register.map { "\($0.rawValue)" } ?? "-",
      ]
    }
    #expect(
      lines
        == Self.pinned.map {
          [$0.key, $0.column, $0.register ?? "-", $0.bit.map(String.init) ?? "-"]
        }
    )
    #expect(Set(FieldDescription.all.compactMap(\.register)) == Set(Field.Fixed.allCases))
    #expect(Field.Fixed.allCases.allSatisfy { 0..<32 ~= $0.rawValue })
    #expect(Field.Fixed.allCases.allSatisfy { Field(name: $0.name) == .fixed($0) })
    #expect(Field.Fixed.allCases.filter(\.isCoveredByBase).count == 9)
    #expect(Marks.Bit.deletion == 1 << 32)
    #expect(Marks.Bit.exception == 1 << 33)
    #expect(Marks.Bit.whole == 1 << 34)
  }

  @Test func `names no register among the tags, attributes and blockers`() {
    // Registers are put together in order of their names, with those of attributes and of blockers first and
    // those of tags in one piece, whatever the tag.
    for name in Field.Fixed.allCases.map(\.name) {
      #expect(utf8Less("blocker:\u{10ffff}", name) && !name.hasPrefix("tag:"))
    }
    var item = Item(id: ItemID(high: 1, low: 2), number: 3)
    item.tags = ["a", "\u{10ffff}"]
    item.attributes = ["z": 1, "\u{10ffff}": 2]
    item.blockers = [ItemID(high: 0, low: 1), ItemID(high: .max, low: .max)]
    let names = item.fieldValues.map(\.field.name)
    #expect(names == names.sorted(by: utf8Less))
  }

  @Test func `has a column of the database in every line`() async throws {
    let store = try SQLiteRepository.inMemory()
    let columns = try await store.engine.perform { session, _ throws(StorageError) in
      try session.connection.prepare("SELECT name FROM pragma_table_info('items')").all {
        $0.text(0)
      }
    }
    let sync = [
      "is_deleted", "sequence", "dirty", "stamp", "stamps", "deletion", "bases", "unknown",
    ]
    #expect(Set(columns) == Set(FieldDescription.all.map { "\($0.column)" } + sync))
  }

  @Test func `gives each part to a visitor once, with its value in both items`() throws {
    var one = Item(id: ItemID(high: 1, low: 2), number: 3)
    one.title = "a"
    one.tags = ["t"]
    one.attributes = ["k": 1]
    one.blockers = [ItemID(high: 4, low: 5)]
    for part in ItemPart.allCases {
      #expect((one.value(of: part) != Item.blank.value(of: part)) == one.differs(in: part))
    }
    #expect(
      one.changedFields(to: .blank)
        == [
          .fixed(.title), .tag("t"), .blocker(ItemID(high: 4, low: 5)), .attribute("k"),
        ]
    )
  }
}

extension Item {
  fileprivate func differs(in part: ItemPart) -> Bool {
    [.id, .number, .title, .tags, .blockers, .attributes].contains(part)
  }
}
