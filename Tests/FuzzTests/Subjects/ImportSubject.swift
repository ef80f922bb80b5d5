import Synchronization

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

/// What an import does does not hang on the pieces that the bytes come in, nor does a document pass
/// that is not JSON as a whole.
struct ImportSubject: FuzzSubject {
  let format: ItemFormat?
  private let session: SQLiteSession

  init(_ format: ItemFormat?) throws {
    self.format = format
    session = try SQLiteSession.openInMemory(environment: .still())
    try session.write { transaction throws(StorageError) in
      let id = ItemID("01890a5d-ac96-774b-bcce-b302099a8057")
      _ = try transaction.add(ItemDraft(id: id, title: "There"))
    }
  }

  private static let mutation = ByteMutation([
    "[", "]", "{", "}", ",", "\"", "\\", "\n", "\r\n", "{\"items\":[", "\"items\"", ":",
    "\"schema\":1,",
    "\"sync\":{\"items\":[{}]},", "\"deleted\":[{\"title\":\"x\"}],", "]}", "null", "\\\"items\\\"",
  ])

  func input(_ random: inout SeededGenerator) -> [UInt8] {
    switch format {
    case .csv, .tsv, .todoTxt: lines(&random)
    case .iCalendar: calendar(&random)
    case .markdown: document(&random)
    default: objects(&random)
    }
  }

  private static let calendarMutation = ByteMutation([
    "BEGIN:VTODO\n", "END:VTODO\n", "BEGIN:VALARM\r\n", "END:VCALENDAR", "\r\n ", "\n\t", ";TZID=",
    ";VALUE=DATE", ":", ";", "\"", "\\n", "\\", ",", "DUE:20261301T000000Z\n", "RRULE:FREQ=DAILY\n",
    "UID:01890a5d-ac96-774b-bcce-b302099a8057\n", "X-ITEMSCTL:{\"title\":\"T\"}\n", "\u{e9}",
    "\u{0}",
  ])

  private func calendar(_ random: inout SeededGenerator) -> [UInt8] {
    let properties = [
      "SUMMARY:T", "SUMMARY;LANGUAGE=de:a\\, b\\n", "UID:a@example.org", "DUE;VALUE=DATE:20261224",
      "DUE;TZID=Europe/Berlin:20261224T170000", "DUE;TZID=Nowhere:20261224T170000",
      "DTSTART:20261220T080000Z", "DURATION:P1DT2H", "STATUS:COMPLETED", "STATUS:IN-PROCESS",
      "PRIORITY:2", "PRIORITY:x", "CATEGORIES:a,b\\,c", "RRULE:FREQ=WEEKLY;BYDAY=MO", "RRULE:x",
      "RELATED-TO:b@example.org", "RELATED-TO;RELTYPE=CHILD:c", "PERCENT-COMPLETE:100",
      "BEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM", "X-APPLE;P=\"a:b\":1", "DESCRIPTION:a\n  b",
      "COMPLETED:20261224T170000Z", "URL:https://a.b/c;d,e", "no property",
      "X-ITEMSCTL:{\"list\":\"work\"\\,\"attributes\":{\"k\":1}}",
    ]
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Nowhere
      BEGIN:STANDARD
      DTSTART:20001029T030000
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20301027T010000Z
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      END:VTIMEZONE
      """
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:Home"]
    if random.chance(30) { lines.append(zone) }
    for _ in 0..<random.below(3) {
      lines.append(random.chance(90) ? "BEGIN:VTODO" : "BEGIN:VEVENT")
      for _ in 0..<random.below(7) { lines.append(random.pick(properties)) }
      lines.append(
        lines.last { $0.hasPrefix("BEGIN:V") } == "BEGIN:VEVENT" ? "END:VEVENT" : "END:VTODO"
      )
    }
    let end = random.pick(["\n", "\r\n", "\r"])
    var bytes = Array((lines + ["END:VCALENDAR", ""]).joined(separator: "\n").utf8)
    bytes = bytes.flatMap { $0 == 0x0A ? Array(end.utf8) : [$0] }
    if random.chance(40) { Self.calendarMutation.apply(to: &bytes, &random) }
    return bytes
  }

  private static let documentMutation = ByteMutation([
    "- [ ] ", "* [x] ", "1. [-] ", "  ", "\t", "\n", "\r\n", "# ", "```\n", "> ", "\\", "#tag",
    " due:",
    "due:2026-12-24", " list:x", " repeat:FREQ=DAILY", "[", "]", "\u{e9}", "\u{0}", "\u{feff}",
  ])

  private func document(_ random: inout SeededGenerator) -> [UInt8] {
    let lines = [
      "# Home", "## Work ##", "- [ ] Milk #shop due:2026-12-24", "  - [x] under it", "* [-] no",
      "1. [X] one", "\t- [ ] tab", "> note", "  more of it", "text", "- element", "```", "",
      "- [ ] last \\due:2026-12-24", "- [ ] ", "- [ ] C start:2026-12-24T17:00 repeat:FREQ=WEEKLY",
    ]
    let text = (0..<random.below(9)).map { _ in random.pick(lines) }
    var bytes = Array(text.joined(separator: random.pick(["\n", "\r\n"])).utf8)
    if random.chance(50) { Self.documentMutation.apply(to: &bytes, &random) }
    return bytes
  }

  private static let lineMutation = ByteMutation([
    "\"", "\"\"", ",", "\t", "\n", "\r\n", "\r", "\\", "\\t", "\\u00e9", "\\u", "x ", "(A) ",
    "(Z) ",
    "2026-12-24 ", " +p", " @c", " due:2026-12-24", " due:soon", " k:v", " id:1", "\u{feff}",
    "01890a5d-ac96-774b-bcce-b302099a8057", "title", "attr.x", "{\"k\":1}", "\u{e9}", "\u{0}",
  ])

  private func lines(_ random: inout SeededGenerator) -> [UInt8] {
    let separator = format == .csv ? "," : format == .tsv ? "\t" : " "
    let names = ["title", "id", "tags", "due", "status", "attr.k", "attributes", "other"]
    let values = [
      "T", "", "a,b", "\"a \"\"q\"\"\"", "2026-12-24", "done", "{}", "x y", "@c", "pri:B",
    ]
    let columns = 1 + random.below(4)
    var lines: [String] = []
    if format != .todoTxt {
      lines.append((0..<columns).map { names[$0] }.joined(separator: separator))
    }
    for _ in 0..<random.below(4) {
      let words = (0..<columns).map { _ in random.pick(values) }
      lines.append(words.joined(separator: separator))
    }
    var bytes = Array(lines.joined(separator: random.pick(["\n", "\r\n"])).utf8)
    if random.chance(50) { Self.lineMutation.apply(to: &bytes, &random) }
    return bytes
  }

  private func objects(_ random: inout SeededGenerator) -> [UInt8] {
    let isDocument = format.map { $0 == .json } ?? random.chance(50)
    let count = random.below(4)
    var bytes: [UInt8] = []
    if isDocument {
      bytes +=
        random.pick([
          "[", "{\"items\":[", "{\"schema\":1,\n\"items\": [\n", "{\"sync\":{},\"items\":[",
        ]).utf8
    }
    for index in 0..<count {
      if index > 0 { bytes += (isDocument ? ",\n" : "\n").utf8 }
      bytes += format == .taskwarrior ? task(&random) : ItemGenerator.object(&random)
    }
    if isDocument { bytes += random.pick(["]", "]}", "],\"history\":[]}"]).utf8 }
    if random.chance(40) { Self.mutation.apply(to: &bytes, &random) }
    // Which pieces the bytes come in, is read off the last of them.
    return bytes
  }

  private func task(_ random: inout SeededGenerator) -> [UInt8] {
    let members = [
      "\"uuid\":\"01890a5d-ac96-774b-bcce-b302099a8057\"", "\"entry\":\"20260101T120000Z\"",
      "\"due\":\"20261301T120000Z\"", "\"end\":\"soon\"", "\"status\":\"completed\"",
      "\"status\":\"waiting\"", "\"tags\":[\"a\"]", "\"tags\":\"a,b\"", "\"priority\":\"X\"",
      "\"annotations\":[{\"entry\":\"20260101T120000Z\",\"description\":\"n\"}]", "\"k\":1.5",
      "\"itemsctl\":\"{\\\"title\\\":\\\"T\\\",\\\"attributes\\\":{\\\"k\\\":1.5}}\"",
      "\"itemsctl\":\"{\"",
    ]
    var parts = ["\"description\":\"T\""]
    for _ in 0..<random.below(5) { parts.append(random.pick(members)) }
    return Array("{\(parts.joined(separator: ","))}".utf8)
  }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    let whole = try outcome(of: input, pieces: Int.max)
    for pieces in [1, 2 + input.count % 7] {
      let other = try outcome(of: input, pieces: pieces)
      try require(whole == other, "in pieces of \(pieces): \(other), as a whole: \(whole)")
    }
    guard case .taken(let counts, _, _) = whole else { return .refused }
    let text = Array(input.dropFirst(input.starts(with: ByteOrderMark.utf8) ? 3 : 0))
    let told =
      ItemFormat(plainContent: Importer.head(of: text), columns: .usual, named: nil)
      ?? ItemFormat(content: text)
    // An export of Taskwarrior is read by its lines.
    let hasLines = TaskLineSplitter.reads(text, where: Taskwarrior.isTask)
    let hasDocument = format == .json || format == nil && told == .json && !hasLines
    // Nothing but white space is no item in any format.
    if hasDocument, !text.allSatisfy(isSpace) {
      try require((try? JSONParser.parse(text)) != nil, "imported, but no JSON: \(counts)")
    }
    return .accepted
  }

  private enum Outcome: Equatable {
    /// Ids are drawn anew each time.
    case taken([Int], ImportMessages, titles: [String])
    case refused(StorageError.Code, String)
  }

  /// What an import comes to; nothing of it is kept.
  private func outcome(of input: [UInt8], pieces: Int) throws -> Outcome {
    let importer = Importer(
      source: PieceSource(input, pieces: pieces),
      format: format,
      isFormatCertain: format != nil,
      unknownKeys: input.count % 2 == 0 ? .becomeAttributes : .refused,
      calendar: LocalCalendar(
        zone: .fixed(secondsFromGMT: 3_600),
        now: Date(millisecondsSince1970: 0)
      )
    )
    var counts = ImportCounts()
    do throws(StorageError) {
      try session.write { transaction throws(StorageError) in
        counts = try importer.run(in: transaction)
        throw StorageError(.aborted, "")
      }
    } catch  where error.code == .aborted {
      return taken(counts)
    } catch {
      try require(error.code == .malformedFile, "\(error.code): \(error)")
      try require(error.message.hasPrefix("line "), "no line is told: \(error)")
      return .refused(error.code, error.message)
    }
    return taken(counts)
  }

  private func taken(_ counts: ImportCounts) -> Outcome {
    .taken(
      [counts.added, counts.updated, counts.unchanged],
      counts.warnings,
      titles: counts.first.map(\.item.title)
    )
  }
}

/// Gives bytes in pieces of so many.
private final class PieceSource: ByteSource {
  private let rest: Mutex<ArraySlice<UInt8>>
  private let pieces: Int

  init(_ bytes: [UInt8], pieces: Int) {
    rest = Mutex(bytes[...])
    self.pieces = pieces
  }

  func next() throws(CommandError) -> [UInt8]? {
    rest.withLock { rest in
      guard !rest.isEmpty else { return nil }
      defer { rest = rest.dropFirst(pieces) }
      return Array(rest.prefix(pieces))
    }
  }
}
