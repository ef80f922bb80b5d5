import Foundation
import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

/// Values of columns as other programs write them.
@Suite struct `A column of another program` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private func imported(
    _ text: String,
    _ words: String...
  ) async throws -> (Outcome, [Item]) {
    let shell = try Shell()
    let outcome = await shell.run(["import", "-"] + words, input: text)
    return (outcome, try await shell.repository.items(Self.byNumber))
  }

  @Test(
    arguments: [
      "Completed", "Completion Date", "Date Completed", "completedAt", "Completed At",
      "Completed Time", "Done", "Is Completed", "Finished",
    ],
    ["csv", "tsv"]
  )
  func `about completion closes a task, with its date`(_ column: String, _ format: String)
    async throws
  {
    let values = [
      "2026-11-01", "2026-11-01T12:30:00Z", "yes", "TRUE", "x", "1", "✓", "", "no", "0",
    ]
    let separator = format == "csv" ? "," : "\t"
    let text = (["Title\(separator)\(column)"] + values.map { "a\(separator)\($0)" })
      .map { $0 + "\n" }.joined()
    let (outcome, items) = try await imported(text, "--format", format)
    #expect(outcome.errors == "", "\(column)")
    let done = Array(repeating: Status.done, count: 7)
    #expect(items.map(\.status) == done + [.open, .open, .open], "\(column)")
    #expect(items.first?.completedAt == (try Date("2026-11-01T00:00:00Z", strategy: .iso8601)))
    #expect(
      items.dropFirst().first?.completedAt == (try Date("2026-11-01T12:30:00Z", strategy: .iso8601))
    )
    #expect(items.allSatisfy { $0.attributes.isEmpty })
  }

  @Test(arguments: [#"{"items":[\#n]}"#, "\n"])
  func `as a key of JSON closes a task, unless a status says otherwise`(_ form: String) async throws
  {
    let records = [
      #"{"title":"a","completedAt":"2026-11-01T12:30:00Z"}"#,
      #"{"title":"b","completedAt":null}"#,
      #"{"title":"c","status":"open","completedAt":"2026-11-01T12:30:00Z"}"#,
      #"{"title":"d","status":"done","completedAt":"2026-11-01T12:30:00Z"}"#,
    ]
    let isDocument = form.contains("items")
    let text =
      isDocument
      ? #"{"items":["# + records.joined(separator: ",\n") + "]}" : records.joined(separator: "\n")
    let (outcome, items) = try await imported(text)
    #expect(items.map(\.status) == [.done, .open, .open, .done], "\(outcome)")
    #expect(outcome.errors.contains("line 3"), "\(outcome)")
    #expect(outcome.errors.contains("its status says that it is open; it stays open"))
    let (refused, none) = try await imported(text, "--strict")
    #expect(refused.code != .success && none.isEmpty)
  }

  @Test(
    arguments: [
      ("open,2026-11-01", Status.open, "it stays open"), ("To Do,x", .open, "it stays open"),
      ("Closed,no", .done, "it stays done"), ("done,2026-11-01", .done, nil),
      ("Canceled,", .cancelled, nil), ("Canceled,yes", .cancelled, "it stays cancelled"),
      ("In Progress,no", .open, nil), (",yes", .done, nil),
    ] as [(String, Status, String?)]
  )
  func `that contradicts the status is told`(_ values: String, _ status: Status, _ told: String?)
    async throws
  {
    let (outcome, items) = try await imported("Title,Status,Completed\na,\(values)\n")
    #expect(items.map(\.status) == [status], "\(outcome)")
    #expect(told.map { outcome.errors.contains($0) } ?? outcome.errors.isEmpty, "\(outcome)")
  }

  @Test(arguments: [
    ("Completed", Status.done), ("complete", .done), ("CLOSED", .done), ("Canceled", .cancelled),
    ("Won't do", .cancelled), ("To Do", .open), ("In progress", .open), ("Not Started", .open),
    ("NEEDS-ACTION", .open), ("done", .done), ("cancelled", .cancelled), ("open", .open),
  ])
  func `has the usual words of a status`(_ word: String, _ status: Status) async throws {
    let (outcome, items) = try await imported("Title,State\na,\(word)\n")
    #expect(items.map(\.status) == [status], "\(outcome)")
  }

  @Test(arguments: [
    ("1", Priority.high), ("4", .high), ("5", .medium), ("6", .low), ("9", .low), ("0", .none),
    ("p1", .high), ("P2", .medium), ("p3", .low), ("p4", .none), ("A", .high), ("b", .medium),
    ("C", .low), ("H", .high), ("M", .medium), ("L", .low), ("Urgent", .high), ("Normal", .none),
    ("high", .high), ("Medium", .medium), ("", .none),
  ])
  func `has the usual words of a priority`(_ word: String, _ priority: Priority) async throws {
    let (outcome, items) = try await imported("Title,Prio\na,\(word)\n")
    #expect(items.map(\.priority) == [priority], "\(outcome)")
  }

  @Test(arguments: [
    ("State", "someday"), ("State", "1"), ("Prio", "10"), ("Prio", "-1"), ("Prio", "very"),
    ("Completed", "soon"), ("Completed", "2026-13-01"),
  ])
  func `with another word is refused, and named`(_ column: String, _ word: String) async throws {
    let (outcome, items) = try await imported("Title,\(column)\na,\(word)\n")
    #expect(outcome.code != .success && items.isEmpty)
    #expect(outcome.errors.contains("line 2"), "\(outcome)")
  }

  @Test(arguments: [
    ("Completed,Completed At", "yes,2026-11-01T12:30:00Z", true),
    ("Completed At,Done", "2026-11-01T12:30:00Z,yes", true),
    ("Completed At,Done", ",yes", true), ("Done,Completed At", "no,", false),
    ("Done,Date Completed", ",2026-11-01T12:30:00Z", true),
  ])
  func `about completion may stand beside another one`(
    _ columns: String,
    _ values: String,
    _ isDone: Bool
  ) async throws {
    let (outcome, items) = try await imported("Title,\(columns)\na,\(values)\n")
    #expect(outcome.errors == "")
    #expect(items.map(\.status) == [isDone ? .done : .open], "\(outcome)")
    if values.contains("2026") {
      let date = try Date("2026-11-01T12:30:00Z", strategy: .iso8601)
      #expect(items.first?.completedAt == date)
    }
    #expect(items.first?.attributes.isEmpty == true)
  }

  @Test(arguments: [("% Complete", "50%"), ("ID #", "17"), ("Repeat?", "no"), ("Parent #", "3")])
  func `that only sounds like one of ours is an attribute`(_ column: String, _ value: String)
    async throws
  {
    let (outcome, items) = try await imported("Title,\(column)\na,\(value)\n")
    #expect(outcome.code == .success, "\(outcome)")
    #expect(items.first?.attributes == [column: .string(value)])
    #expect(items.first?.status == .open)
  }

  @Test func `of priorities in numbers is read as in calendars, and that is told once`()
    async throws
  {
    let (outcome, items) = try await imported("Title,Priority\na,5\nb,1\nc,0\n")
    #expect(items.map(\.priority) == [.medium, .high, .none])
    #expect(outcome.errors.components(separatedBy: "as in calendars").count == 2, "\(outcome)")
  }
}
