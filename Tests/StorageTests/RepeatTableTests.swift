import Files
import Testing

@testable import Storage

/// Rules from their anchors, with the days that another program computes; written by Scripts/repeat-table.
private struct RepeatTable {
  struct Entry: CustomStringConvertible {
    let anchor: CivilDate
    let rule: String
    var days: [CivilDate] = []
    var isEnd = false
    var searches: [Search] = []

    var description: String { "\(rule) from \(anchor.text)" }
  }

  /// The first day after one, and not before another.
  struct Search {
    let after: CivilDate
    let earliest: CivilDate
    let found: CivilDate?
  }

  static let entries: [Entry] = {
    guard let text = try? fileText() else { return [] }
    var entries: [Entry] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      if !line.hasPrefix(" ") {
        entries.append(Entry(anchor: CivilDate(text: words[0]), rule: words[1]))
      } else if words[0] == "after" {
        let found = words[5] == "end" ? nil : CivilDate(text: words[5])
        let search = Search(
          after: CivilDate(text: words[1]),
          earliest: CivilDate(text: String(words[4].dropLast())),
          found: found
        )
        entries[entries.count - 1].searches.append(search)
      } else {
        entries[entries.count - 1].days = words.dropLast().map { CivilDate(text: $0) }
        entries[entries.count - 1].isEnd = words.last == "end"
      }
    }
    return entries
  }()

  private static func fileText() throws -> String {
    let path = "\(#filePath)".split(separator: "/").dropLast(2).joined(separator: "/")
    let bytes = try FileDescriptor("/\(path)/Repeats/table.txt", .read).readAll()
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension CivilDate {
  /// A day of the table.
  init(text: String) {
    guard let date = NominalDate(text) else { preconditionFailure("\(text) is not a day") }
    self = date.day
  }

  /// The day as the table has it.
  var text: String { NominalDate(self).description }
}

@Suite struct RepeatTableTests {
  @Test func `the table has enough rules, anchors and searches`() {
    let entries = RepeatTable.entries
    #expect(Set(entries.map(\.rule)).count >= 120)
    #expect(entries.count >= 500)
    #expect(entries.flatMap(\.searches).count >= 3_000)
    #expect(entries.contains { $0.isEnd } && entries.contains { !$0.isEnd })
  }

  // One test for all entries: a line of the log for each would hide the others.
  @Test func `a rule has the days that another program computes`() throws {
    for entry in RepeatTable.entries {
      let rule = try RepeatRule(entry.rule)
      let found = Array(rule.occurrences(from: entry.anchor).prefix(entry.days.count + 1))
      #expect(found.prefix(entry.days.count) == entry.days[...], "\(entry)")
      #expect((found.count == entry.days.count) == entry.isEnd, "\(entry)")
      #expect(try RepeatRule(rule.text) == rule, "\(entry)")
    }
  }

  @Test func `the next day after any is the one that another program finds`() throws {
    for entry in RepeatTable.entries {
      let occurrences = try RepeatRule(entry.rule).occurrences(from: entry.anchor)
      for search in entry.searches {
        let found = occurrences.next(after: search.after, notBefore: search.earliest)
        #expect(
          found == search.found,
          "\(entry): after \(search.after.text), not before \(search.earliest.text)"
        )
      }
    }
  }
}
