// What an item may hold, at each limit and just past it.

import Expectations
import Storage
import Testing

extension RepositoryContract {
  static var limitChecks: [ContractCheck] {
    acceptedDrafts.map { acceptance($0, of: $1) } + refusedDrafts.map { refusal($0, of: $1) }
  }

  private static func acceptance(_ name: String, of draft: ItemDraft) -> ContractCheck {
    ContractCheck("\(name) is accepted") { subject in
      let added = try await subject.repository.add(draft)
      try await expect(subject.repository.item(added.id), equals: added)
      var item = try await subject.repository.add("to be updated")
      item.take(draft)
      let updated = try await subject.repository.update(item)
      item.updatedAt = updated.updatedAt
      item.completedAt = updated.completedAt
      expect(updated, equals: item)
    }
  }

  private static func refusal(_ name: String, of draft: ItemDraft) -> ContractCheck {
    ContractCheck("\(name) is refused") { subject in
      await subject.expect(.invalidItem, "add") { try await subject.repository.add(draft) }
      let before = try await subject.repository.add("to be updated")
      var item = before
      item.take(draft)
      await subject.expect(.invalidItem, "update") { try await subject.repository.update(item) }
      try await expect(subject.repository.items(), equals: [before])
      expect(before.number, equals: 1)
    }
  }

  private static let acceptedDrafts: [(String, ItemDraft)] = [
    ("a title of one character", ItemDraft(title: "x")),
    ("the longest title", ItemDraft(title: text(ItemLimits.titleCharacters))),
    (
      "the longest title of characters of many bytes",
      ItemDraft(title: String(repeating: "👩‍👩‍👧‍👦", count: ItemLimits.titleCharacters))
    ),
    ("the longest notes", ItemDraft(title: "x", notes: text(ItemLimits.notesBytes))),
    ("the longest kind", ItemDraft(kind: text(ItemLimits.nameBytes), title: "x")),
    ("the longest list", ItemDraft(title: "x", list: text(ItemLimits.nameBytes))),
    ("the longest tag", ItemDraft(title: "x", tags: [text(ItemLimits.nameBytes)])),
    (
      "the longest attribute key",
      ItemDraft(title: "x", attributes: [text(ItemLimits.nameBytes): true])
    ),
    ("the most blockers", waiting(ItemLimits.blockers)),
    ("the most tags", ItemDraft(title: "x", tags: tags(ItemLimits.tags))),
    ("the largest attribute", ItemDraft(title: "x", attributes: ["a": json(65_536)])),
    ("the largest attributes", ItemDraft(title: "x", attributes: attributes(4, of: 65_536))),
    (
      "many small attributes",
      ItemDraft(
        title: "x",
        attributes: Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("\($0)", true) })
      )
    ),
    (
      "the most nested attribute",
      ItemDraft(title: "x", attributes: ["a": nested(ItemLimits.attributeDepth)])
    ),
    (
      "the first moment of the year 1",
      ItemDraft(title: "x", due: .instant(date(-62_135_596_800_000)))
    ),
    (
      "the last moment of the year 9999",
      ItemDraft(title: "x", due: .instant(date(253_402_300_799_999)))
    ),
  ]

  private static let refusedDrafts: [(String, ItemDraft)] = [
    ("an empty title", ItemDraft(title: "")),
    ("a title of white space", ItemDraft(title: " \t\n\u{a0}\u{3000}")),
    ("a title past the limit", ItemDraft(title: text(ItemLimits.titleCharacters + 1))),
    ("notes past the limit", ItemDraft(title: "x", notes: text(ItemLimits.notesBytes + 1))),
    ("an empty kind", ItemDraft(kind: "", title: "x")),
    ("a kind past the limit", ItemDraft(kind: text(ItemLimits.nameBytes + 1), title: "x")),
    ("an empty list", ItemDraft(title: "x", list: "")),
    ("a list past the limit", ItemDraft(title: "x", list: text(ItemLimits.nameBytes + 1))),
    ("a tag with a line feed", ItemDraft(title: "x", tags: ["a\nb"])),
    ("a tag with NUL", ItemDraft(title: "x", tags: ["a\u{0}b"])),
    ("an empty tag", ItemDraft(title: "x", tags: ["a", ""])),
    ("a tag past the limit", ItemDraft(title: "x", tags: [text(ItemLimits.nameBytes + 1)])),
    (
      "an attribute key past the limit",
      ItemDraft(title: "x", attributes: [text(ItemLimits.nameBytes + 1): true])
    ),
    ("a blocker too many", waiting(ItemLimits.blockers + 1)),
    ("a tag too many", ItemDraft(title: "x", tags: tags(ItemLimits.tags + 1))),
    ("an attribute past the limit", ItemDraft(title: "x", attributes: ["a": json(65_537)])),
    (
      "attributes past the limit together",
      ItemDraft(title: "x", attributes: attributes(4, of: 65_536).merging(["z": 1]) { $1 })
    ),
    (
      "attributes past the limit by their escapes",
      ItemDraft(title: "x", attributes: escaped(60, of: 900))
    ),
    (
      "a number that JSON cannot hold",
      ItemDraft(title: "x", attributes: ["a": [.object(["b": .double(.infinity)])]])
    ),
    (
      "an attribute nested too deep",
      ItemDraft(title: "x", attributes: ["a": nested(ItemLimits.attributeDepth + 1)])
    ),
    ("a moment before the year 1", ItemDraft(title: "x", due: .instant(date(-62_135_596_800_001)))),
    (
      "a moment after the year 9999",
      ItemDraft(title: "x", due: .instant(date(253_402_300_800_000)))
    ),
    ("a date of making in the distance", ItemDraft(title: "x", createdAt: .tooEarly)),
    ("a date of editing in the distance", ItemDraft(title: "x", updatedAt: .tooLate)),
    (
      "a date of completion in the distance",
      ItemDraft(title: "x", status: .done, completedAt: .tooLate)
    ),
  ]

  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  private static func waiting(_ count: Int) -> ItemDraft {
    var draft = ItemDraft(title: "x")
    draft.blockers = Set((0..<count).map { ItemID(high: 9, low: UInt64($0)) })
    return draft
  }

  private static func tags(_ count: Int) -> Set<String> {
    Set((0..<count).map { "tag \($0)" })
  }

  /// A string that takes this many bytes as JSON, quotation marks included.
  private static func json(_ bytes: Int) -> JSONValue {
    .string(text(bytes - 2))
  }

  private static func nested(_ depth: Int) -> JSONValue {
    (0..<depth).reduce(1) { value, _ in [value] }
  }

  private static func attributes(_ count: Int, of bytes: Int) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", json(bytes)) })
  }

  /// Strings of which each byte takes six as JSON.
  private static func escaped(_ count: Int, of bytes: Int) -> [String: JSONValue] {
    let value = JSONValue.string(String(repeating: "\u{1}", count: bytes))
    return Dictionary(uniqueKeysWithValues: (0..<count).map { ("key \($0)", value) })
  }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(millisecondsSince1970: milliseconds)
  }
}

extension Item {
  /// Copies the parts that a draft gives.
  fileprivate mutating func take(_ draft: ItemDraft) {
    let old = self
    self = draft.values
    (id, number) = (old.id, old.number)
    (createdAt, updatedAt) = (draft.createdAt ?? old.createdAt, draft.updatedAt ?? old.updatedAt)
  }
}
