import ArgumentParsing
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import Phrases
@testable import Storage
@testable import itemsctl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The command's table of fields beside Storage's.
@Suite struct `The command's table of fields` {
  private let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow)

  private static func isTyped(_ part: ItemPart) -> Bool {
    if case .never = part.use.typing { false } else { true }
  }

  /// An item in which no part is empty.
  private static let full = {
    var item = Item(id: ItemID(high: 1, low: 2), number: 3)
    (item.kind, item.title, item.notes, item.status) = ("book", "Buy", "Two", .done)
    (item.priority, item.list, item.tags) = (.high, "home", ["shop"])
    item.rank = "a0V1"
    (item.start, item.due) = (.day(2026, 11, 21), .instant(testNow))
    (item.createdAt, item.updatedAt, item.completedAt) = (testNow, testNow, testNow)
    item.repeat = try? Repeat(RepeatRule("FREQ=DAILY"), from: firstDate)
    item.occurrence = firstDate
    item.parent = item.id
    item.blockers = [item.id]
    item.attributes = ["k": 1]
    return item
  }()

  @Test(arguments: ItemPart.allCases)
  func `says of each part how it is typed, filtered and sorted, or why it is not`(part: ItemPart) {
    let use = part.use
    if case .never(let reason) = use.typing {
      #expect(reason.count > 10)
    } else {
      #expect(!use.meaning.isEmpty)
    }
    if case .never(let reason) = use.filtering { #expect(reason.count > 10) }
    if case .never(let reason) = use.sorting {
      #expect(reason.count > 10)
    } else {
      #expect(part.isOrdered)
    }
  }

  @Test func `names each part once`() {
    #expect(Set(ItemPart.inOrder) == Set(ItemPart.allCases))
    #expect(ItemPart.inOrder.count == ItemPart.allCases.count)
    let names = ItemPart.inOrder.map(\.typedName)
    #expect(Set(names).count == names.count)
    let letters = ItemPart.inOrder.compactMap(\.use.short)
    #expect(Set(letters).count == letters.count)
  }

  @Test func `gives each part that is typed an option of edit, most of them one of add`() {
    let edited = ItemKeys.options(forEditing: true).map(\.definition.name)
    let added = ItemKeys.options(forEditing: false).map(\.definition.name)
    for part in ItemPart.allCases {
      #expect(edited.contains(part.typedName) == Self.isTyped(part))
      #expect(!added.contains(part.typedName) || edited.contains(part.typedName))
    }
    #expect(Set(edited).subtracting(added) == ["title", "status", "untag", "unblock"])
  }

  @Test(arguments: ItemPart.words)
  func `knows a word of add for each part that has one, and completes it`(part: ItemPart) async {
    var named: ItemPart?
    if case .value(let part, "x")? = FieldWord("\(part.typedName):x") { named = part }
    #expect(named == part)
    let words = await CompletionWords(repository: nil).words(.additions, typed: "").map(\.word)
    #expect(words.contains("\(part.typedName):") || part.use.sign != nil)
  }

  @Test(arguments: ItemPart.filterKeys)
  func `reads and prints a condition on each part that has a key, and tells of it`(
    part: ItemPart
  ) async throws {
    guard case .key(let example, let meaning) = part.use.filtering else { return }
    var parser = FilterParser(["\(part.typedName):\(example)"], calendar: calendar)
    let filter = try parser.filter()
    let words = try #require(FilterPrinter.words(of: filter))
    var again = FilterParser(words, calendar: calendar)
    #expect(try again.filter() == filter)
    #expect(FilterTerm.keys.contains(part.typedName))
    #expect(HelpTopics.filters.text.contains(part.typedName))
    let offered = await CompletionWords(repository: nil).words(.filter, typed: "").map(\.word)
    #expect(offered.contains("\(part.typedName):") == (meaning != nil))
  }

  @Test(arguments: ItemPart.filterKeys.map(\.typedName) + ["is", "below"])
  func `completes a condition by what it understands`(key: String) async throws {
    let store = try SQLiteRepository.inMemory(.full)
    let offered = await CompletionWords(repository: store).words(.filter, typed: "\(key):")
    for word in offered.map(\.word) where word.hasPrefix("\(key):") {
      var parser = FilterParser([word], calendar: calendar)
      #expect(throws: Never.self, "\(word)") { try parser.filter() }
    }
    // Of numbers, ids and plain texts there is nothing likely to offer.
    let part = ItemPart.filterKeys.first { $0.typedName == key }
    let isFree = part.map { [.id, .number, .text].contains($0.form) } ?? false
    #expect(isFree || offered.contains { $0.word != "\(key):" })
  }

  @Test func `completes rules, and items that others may stand under or wait for`() async throws {
    let store = try SQLiteRepository.inMemory(.full)
    let words = CompletionWords(repository: store)
    #expect(await words.words(.rules, typed: "").map(\.word).contains("weekly"))
    #expect(await words.words(.additions, typed: "repeat:").map(\.word).contains("repeat:daily"))
    for (typed, word) in [
      ("parent:", "parent:1"), ("parent:1", "parent:1"), ("blocked-by:", "blocked-by:1"),
    ] {
      #expect(await words.words(.additions, typed: typed).map(\.word).contains(word))
      #expect(await words.words(.filter, typed: typed).map(\.word).contains(word))
    }
    #expect(await words.words(.filter, typed: "below:").map(\.word).contains("below:1"))
  }

  @Test(arguments: ItemPart.sortKeys)
  func `sorts by each part that has a key`(part: ItemPart) throws {
    let keys = try SortKeys(argument: "-\(part.typedName)").keys
    #expect(keys == [.descending(.field(part))])
  }

  @Test(arguments: ItemPart.allCases)
  func `shows each part, and one of an unknown form as what it is`(part: ItemPart) throws {
    let detail = ItemDetail(calendar: calendar, appearance: .plain)
    let lines = detail.lines(of: Self.full)
    switch part {
    case .title: #expect(lines.first == "Buy")
    case .notes: #expect(lines.last == "Two")
    case .attributes: #expect(lines.contains { $0.hasPrefix("attr.k ") })
    default: #expect(lines.contains { $0.hasPrefix("\(part.label) ") })
    }
    guard let register = part.register, part != .completedAt else { return }
    var item = Self.full
    item.set(.fixed(register), to: ["form": "\u{202e}new\u{1b}"])
    let shown = #"{"form":"\u202enew\u001b"} (unknown to this version)"#
    #expect(detail.lines(of: item).contains { $0.hasPrefix(part.label) && $0.hasSuffix(shown) })
    let table = FieldTable([.part(part)], for: [item], calendar: calendar, appearance: .plain)
    #expect(table.lines(of: item) == [shown])
  }

  @Test func `shows fields that are not known`() {
    var item = Self.full
    item.set(.unknown("st\u{202e}art"), to: ["day": "2026-11-29"])
    let lines = ItemDetail(calendar: calendar, appearance: .plain).lines(of: item)
    #expect(lines.contains { $0 == #"st\u202eart {"day":"2026-11-29"} (unknown to this version)"# })
  }
}

/// Values of an unknown form under the hands of a person.
@Suite struct `An edit of what is not known` {
  private static let id = ItemID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

  private func shell() async throws -> Shell {
    let shell = try Shell()
    let store = shell.repository
    let registers: [(Field, JSONValue)] = [
      (.fixed(.title), "Later"), (.fixed(.due), ["month": "2026-11"]),
      (.fixed(.priority), ["urgent", 7]),
      (.fixed(.list), 5), (.unknown("place"), true),
    ]
    try await store.writeReplica { transaction throws(StorageError) in
      try transaction.put(
        ReplicaItem(
          id: Self.id,
          sequence: 5,
          registers: registers.map {
            Register($0.0, $0.1, stamp: Stamp(milliseconds: 1_000, node: 7), isDirty: false)
          }
        )
      )
    }
    return shell
  }

  @Test(arguments: [("due", "none"), ("priority", "none"), ("list", "inbox")])
  func `takes its place with the value that items begin with`(name: String, value: String)
    async throws
  {
    let shell = try await shell()
    #expect(await shell("edit", "1", "--\(name)", value).code == .success)
    let item = try #require(try await shell.repository.item(Self.id))
    #expect(item.unknown[name] == nil)
    #expect(item.unknown.count == 3)
    #expect(item.unknown["place"] == true)
  }

  @Test func `leaves it alone where something else is edited`() async throws {
    let shell = try await shell()
    #expect(await shell("edit", "1", "--notes", "x", "--tag", "t").code == .success)
    let item = try #require(try await shell.repository.item(Self.id))
    #expect(item.notes == "x" && item.unknown.count == 4)
  }

  @Test func `is preceded by seeing it`() async throws {
    let shell = try await shell()
    let output = await shell("show", "1").output
    #expect(output.contains(#"due        {"month":"2026-11"} (unknown to this version)"#))
    #expect(output.contains(#"place "#) && output.contains("true (unknown to this version)"))
  }
}

private let firstDate = NominalDate(CivilDate(year: 2026, month: 11, day: 21))
