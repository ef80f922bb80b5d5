import ItemFormats
import Phrases
import Storage
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private let now = Date(timeIntervalSince1970: 1_795_253_400)
private let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: now)

/// The formats of other programs, each with the encoding that counts its losses.
private let formats: [(name: String, encoding: @Sendable (FormatLosses) -> ItemEncoding)] = [
  ("todo.txt", { .todoTxt(calendar, losses: $0) }),
  ("iCalendar", { .iCalendar(calendar, losses: $0) }),
  ("Taskwarrior", { .taskwarrior(in: calendar.zone, losses: $0) }),
]

@Suite struct FormatLossesTests {
  private func item(_ number: Int) throws -> Item {
    let id = try #require(ItemID("01890a5d-ac96-774b-bcce-b302099a805\(number)"))
    var item = Item(id: id, number: number)
    item.title = "Oil the hinges"
    item.priority = .high
    item.list = "house"
    item.tags = ["door"]
    item.createdAt = now
    item.updatedAt = now
    return item
  }

  /// What is said of the losses, and the text, of items in a format.
  private func losses(
    _ encoding: (FormatLosses) -> ItemEncoding,
    of items: [Item]
  ) throws -> (phrases: [String], text: String) {
    let losses = FormatLosses()
    let encoding = encoding(losses)
    var bytes: [UInt8] = []
    for item in items { try encoding.append(item, &bytes) }
    return (losses.phrases, String(decoding: bytes, as: UTF8.self))
  }

  @Test(arguments: formats.indices)
  func `what a format can say comes back as it went out`(index: Int) throws {
    let (phrases, text) = try losses(formats[index].encoding, of: [try item(1), try item(2)])
    #expect(phrases.filter { !$0.contains("updated") && !$0.contains("created") } == [])
    #expect(text.contains("Oil the hinges"))
  }

  @Test func `what a format cannot say is counted for each item`() throws {
    let items = try (1...3).map { number in
      var item = try item(number)
      if number > 1 { item.notes = "First line\nSecond line" }
      return item
    }
    let (phrases, _) = try losses(formats[0].encoding, of: items)
    #expect(phrases.contains("notes of 2 items"))
    let (fewer, text) = try losses(formats[1].encoding, of: items)
    #expect(!fewer.contains { $0.contains("notes") })
    #expect(text.contains("First line\\nSecond line"))
  }
}
