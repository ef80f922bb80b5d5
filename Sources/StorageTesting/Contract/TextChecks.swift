// How text is stored: byte for byte, but composed where names must be found again.

import Expectations
import Storage
import StorageReference
import Testing

extension RepositoryContract {
  static var textChecks: [ContractCheck] {
    samples.map { exactness(of: $0, $1) } + spellingChecks
  }

  private static func exactness(of name: String, _ sample: String) -> ContractCheck {
    ContractCheck("\(name) is kept byte for byte") { subject in
      let draft = ItemDraft(
        kind: sample,
        title: sample,
        notes: sample,
        list: sample,
        attributes: ["value": .string(sample), "inside": [.object(["x": .string(sample)])]]
      )
      let added = try await subject.repository.add(draft)
      let found = try require(try await subject.repository.item(added.id))
      for item in [added, found] {
        for part in [item.title, item.kind, item.notes] {
          expect(Array(part.utf8), equals: Array(sample.utf8))
        }
        // Lists are composed, as tags are.
        expect(Array(item.list.utf8), equals: Array(ReferenceText.composed(sample).utf8))
        expect(item.attributes, equals: draft.attributes)
      }
      try await expect(subject.repository.count(.kind(sample)), equals: 1)
      try await expect(subject.repository.count(.list(sample)), equals: 1)
      let equal = ItemFilter.attribute("value", .equals(.string(sample)))
      try await expect(subject.repository.count(equal), equals: 1)
      let part = ItemFilter.attribute("value", .contains(sample))
      try await expect(subject.repository.count(part), equals: 1)
    }
  }

  private static let samples: [(String, String)] = [
    ("plain text", "plain"),
    ("composed text", "caf\u{e9}"),
    ("decomposed text", "cafe\u{301}"),
    ("a mark at the very beginning", "\u{301}e"),
    ("NUL in the middle", "before\u{0}after"),
    ("NUL at the ends", "\u{0}x\u{0}"),
    ("Chinese, Arabic and Hindi", "牛乳を買う اتصل بالطبيب खाना"),
    ("emoji of many scalars", "👩‍👩‍👧‍👦🏳️‍🌈🇳🇱"),
    ("SQL and quotation marks", "'; DROP TABLE items; -- \"x\" `y` [z] %_\\"),
    ("search operators", "NOT \"a* OR (b NEAR c) ^d: -e"),
    ("white space at the ends", " \t x \r\n "),
    ("scalars at the edges", "\u{1}\u{7f}\u{fffd}\u{fffe}\u{ffff}\u{10ffff}\u{feff}\u{2028}"),
  ]

  private static var spellingChecks: [ContractCheck] {
    [
      ContractCheck("two spellings of é are two titles and kinds, and one list") { subject in
        for text in ["\u{e9}", "e\u{301}"] {
          try await subject.repository.add(ItemDraft(kind: text, title: text, list: text))
        }
        for text in ["\u{e9}", "e\u{301}"] {
          let items = try await subject.repository.items(ItemQuery(.kind(text)))
          expect(items.map { Array($0.title.utf8) }, equals: [Array(text.utf8)])
          let listed = try await subject.repository.items(ItemQuery(.list(text)))
          expect(listed.map { Array($0.list.utf8) }, equals: [[0xC3, 0xA9], [0xC3, 0xA9]])
        }
        let sorted = try await subject.repository.items(ItemQuery(sort: [.ascending(.title)]))
        expect(sorted.map { $0.title.utf8.count }, equals: [3, 2])
      },
      ContractCheck("a change of spelling is a change") { subject in
        var item = try await subject.repository.add("caf\u{e9}")
        subject.clock.advance()
        item.title = "cafe\u{301}"
        let after = try await subject.repository.update(item)
        expect(Array(after.title.utf8), equals: Array("cafe\u{301}".utf8))
        expect(after.updatedAt, equals: subject.clock.now)
      },
      ContractCheck("two spellings of a tag are one tag, composed") { subject in
        let first = try await subject.repository.add(ItemDraft(title: "a", tags: ["e\u{301}t"]))
        let second = try await subject.repository.add(ItemDraft(title: "b", tags: ["\u{e9}t"]))
        for item in [first, second] {
          expect(item.tags.map { Array($0.utf8) }, equals: [Array("\u{e9}t".utf8)])
        }
        try await subject.expect(.tags(.all, ["e\u{301}t"]), finds: ["a", "b"])
        try await subject.expect(.tags(.any, ["\u{e9}t"]), finds: ["a", "b"])
      },
      ContractCheck("two spellings of an attribute key are one key, composed") { subject in
        let draft = ItemDraft(title: "a", attributes: ["cle\u{301}": 1])
        let item = try await subject.repository.add(draft)
        expect(item.attributes.keys.map { Array($0.utf8) }, equals: [Array("cl\u{e9}".utf8)])
        for key in ["cle\u{301}", "cl\u{e9}"] {
          try await subject.expect(.attribute(AttributePath(key), .exists), finds: ["a"])
          try await subject.expect(.attribute(AttributePath(key), .equals(1)), finds: ["a"])
        }
      },
      ContractCheck("tags and keys of odd characters are found again") { subject in
        for odd in ["a,b", "a b", "\"", "'", "a.b[0]", "$.x", "%", "牛", "👍🏽"] {
          let draft = ItemDraft(title: odd, tags: [odd], attributes: [odd: .string(odd)])
          try await subject.repository.add(draft)
          try await subject.expect(.tags(.all, [odd]), finds: [odd])
          try await subject.expect(.attribute(AttributePath(odd), .exists), finds: [odd])
          try await subject.expect(
            .attribute(AttributePath(odd), .equals(.string(odd))),
            finds: [odd]
          )
        }
      },
    ]
  }
}
