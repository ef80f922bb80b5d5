import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Items that come again, from the command line; it is Saturday, 21 November 2026.
@Suite struct `Repeating items on the command line` {
  @Test func `an item that repeats shows when it was done, and its copies take no small number`()
    async throws
  {
    let shell = try Shell()
    _ = await shell("add", "Water", "--due", "today", "--repeat", "daily")
    for _ in 1...12 { _ = await shell("done", "1") }
    let shown = await shell("show", "1").output
    let times = Array(repeating: "today 09:30", count: 10).joined(separator: ", ")
    #expect(shown.contains("\ndone on    \(times), and 2 times before\n"), "\(shown)")
    #expect(!shown.contains("under it"))
    #expect(await shell("add", "Milk").output.hasPrefix("Added 2 "))
    #expect(await shell("list", "status:done", "--format", "tsv").output.hasPrefix("1000000"))
    let table = await shell("list", "status:done", "--format", "table").output
    #expect(table.contains("\ncopy  ✓") && !table.contains("10000"), "\(table)")
    #expect(await shell("list", "status:done", "--fields", "number").output.contains("1000000001"))
    #expect(await shell("show", "1000000001").output.contains("\nparent     1 \"Water\"\n"))
  }

  @Test func `an item moves on when it is done, and a copy stays`() async throws {
    let shell = try Shell()
    _ = await shell("add", "Water the plants", "+home", "repeat:every 2 days")
    var item = try #require(try await shell.repository.item(number: 1))
    #expect(item.due == .day(2026, 11, 21) && item.occurrence?.description == "2026-11-21")
    let shown = await shell("show", "1").output
    #expect(shown.contains("repeat     every 2 days\n"), "\(shown)")
    let done = await shell("done", "1")
    #expect(done.output == "Done 1 \"Water the plants\"; it is due again Mon 23 Nov\n")
    item = try #require(try await shell.repository.item(number: 1))
    #expect(item.due == .day(2026, 11, 23) && item.status == .open)
    let copy = try #require(try await shell.repository.item(number: 1_000_000_001))
    #expect(copy.status == .done && copy.parent == item.id && copy.tags == ["home"])
    #expect(await shell("undo").code == .success)
    #expect(try await shell.repository.item(number: 1)?.due == .day(2026, 11, 21))
    #expect(try await shell.repository.count(.all) == 1)
  }

  @Test(arguments: [
    (["due:mon", "repeat:weekly on mon, fri"], "2026-11-23", "2026-11-27"),
    (["repeat:monthly on the last friday"], "2026-11-27", "2026-12-25"),
    (["due:2026-11-30", "repeat:monthly"], "2026-11-30", "2026-12-30"),
    (["due:yesterday", "repeat:daily"], "2026-11-20", "2026-11-21"),
    (["due:mon", "repeat:3 days after done"], "2026-11-23", "2026-11-24"),
    (["--due", "tue", "--repeat", "FREQ=WEEKLY;INTERVAL=2"], "2026-11-24", "2026-12-08"),
  ])
  func `rules are counted from the date, else from today`(
    words: [String],
    first: String,
    second: String
  ) async throws {
    let shell = try Shell()
    #expect(await shell.run(["add", "Something"] + words).code == .success)
    func due() async throws -> String? {
      guard case .day(let day)? = try await shell.repository.item(number: 1)?.due else {
        return nil
      }
      return day.description
    }
    #expect(try await due() == first)
    _ = await shell("done", "1")
    #expect(try await due() == second)
  }

  @Test func `a time of day stays, and so do the days from the start on`() async throws {
    let shell = try Shell()
    _ = await shell("add", "Call", "due:mon 17:00", "start:sun", "repeat:weekly")
    let item = try #require(try await shell.repository.item(number: 1))
    #expect(item.repeat?.lead == 1 && item.repeat?.anchor.hasTime == true)
    _ = await shell("done", "1")
    let moved = try #require(try await shell.repository.item(number: 1))
    let due = try #require(item.due?.instant)
    #expect(
      moved.due == .instant(due.addingTimeInterval(7 * 86_400)) && moved.start == .day(2026, 11, 29)
    )
  }

  @Test func `skip passes over a date, and cancels after the last`() async throws {
    let shell = try Shell()
    _ = await shell("add", "Pill", "repeat:daily 2 times")
    #expect(
      await shell("skip", "1", "--dry-run").output
        == "Would skip 1 \"Pill\"; it is due again tomorrow\n"
    )
    #expect(
      await shell("skip", "1").output == "Skipped 1 \"Pill\"; it is due again tomorrow\n"
    )
    #expect(await shell("skip", "1").output == "Skipped 1 \"Pill\"; that was its last date\n")
    #expect(try await shell.repository.item(number: 1)?.status == .cancelled)
    _ = await shell("add", "Milk")
    #expect(await shell("skip", "2").output == "2 \"Milk\" does not repeat, or is not open\n")
  }

  @Test func `a date is moved alone, a rule counts anew, and none ends it`() async throws {
    let shell = try Shell()
    _ = await shell("add", "Bin", "due:mon", "repeat:weekly")
    _ = await shell("edit", "1", "--due", "tue")
    #expect(try await shell.repository.item(number: 1)?.occurrence?.description == "2026-11-23")
    _ = await shell("done", "1")
    #expect(try await shell.repository.item(number: 1)?.due == .day(2026, 11, 30))
    _ = await shell("edit", "1", "--repeat", "every 3 days")
    _ = await shell("done", "1")
    #expect(try await shell.repository.item(number: 1)?.due == .day(2026, 12, 3))
    #expect(await shell("list", "repeat:any", "--fields", "title").output == "Bin\n")
    #expect(await shell("list", "repeat:none").output == "")
    _ = await shell("edit", "1", "--repeat", "none")
    #expect(try await shell.repository.item(number: 1)?.repeat == nil)
    #expect(await shell("done", "1").output == "Done 1 \"Bin\"\n")
    #expect(try await shell.repository.item(number: 1)?.status == .done)
  }

  @Test(arguments: [
    (["add", "x", "repeat:sometimes"], "'sometimes' is not understood"),
    (["add", "x", "--repeat", "daily until yesterday"], "never happens from 2026-11-21 on"),
    (["list", "repeat:daily"], "only 'any' or 'none' can follow 'repeat'"),
  ])
  func `what cannot be meant is refused`(words: [String], reason: String) async throws {
    let shell = try Shell()
    let outcome = await shell.run(words)
    #expect(outcome.code != .success && outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(try await shell.repository.count(.all) == 0)
  }

  /// What is exported comes back, rule and all.
  @Test(arguments: ["json", "ndjson", "csv", "tsv"])
  func `rules go through files`(format: String) async throws {
    let shell = try Shell()
    _ = await shell("add", "Call", "due:mon 17:00", "start:sun", "repeat:weekly on mon until eoy")
    let text = await shell("export", "--format", format).output
    let other = try Shell()
    #expect(await other.run(["import", "-", "--format", format], input: text).code == .success)
    let (item, copy) = (
      try await shell.repository.item(number: 1), try await other.repository.item(number: 1)
    )
    #expect(copy?.repeat == item?.repeat && copy?.repeat != nil)
    #expect(copy?.occurrence == item?.occurrence)
  }

  /// What TZ may hold, and the zone, the date and the time that other devices are told.
  @Test(arguments: [
    ("Europe/Berlin", 1, "Europe/Berlin", "17:00"),
    (":Europe/Berlin", 1, "Europe/Berlin", "17:00"),
    ("/usr/share/zoneinfo/Europe/Berlin", 1, "Europe/Berlin", "17:00"),
    ("posix/Europe/Berlin", 1, "Europe/Berlin", "17:00"),
    ("localtime", 1, "Etc/GMT-1", "17:00"),
    ("<+0545>-5:45", 5.75, "Etc/GMT-5", "16:15"),
  ])
  func `a time of day is one of a zone that others know`(
    variable: String,
    hours: Double,
    zone: String,
    time: String
  ) async throws {
    let seconds = Int(hours * 3_600)
    let shell = try Shell(zone: LocalZone(identifier: variable) { _ in seconds })
    _ = await shell("add", "Call", "due:mon 17:00", "repeat:weekly")
    let item = try #require(try await shell.repository.item(number: 1))
    let rule = try #require(item.repeat)
    #expect(rule.zone == zone && rule.anchor.description == "2026-11-23T\(time):00.000")
    #expect(item.due == rule.first.flatMap { rule.dayOrInstant(of: $0) })
    _ = await shell("done", "1")
    #expect(await shell("show", "1").output.contains("due        Mon 30 Nov 2026 17:00\n"))
  }

  @Test func `counted from done, what is done early may be due on the same day again`() async throws
  {
    let shell = try Shell()
    _ = await shell("add", "Pill", "due:tomorrow", "repeat:1 day after done")
    let again = "1 \"Pill\"; it is due again tomorrow\n"
    #expect(
      await shell("done", "1", "--dry-run").output == "Would mark 1 \"Pill\" as done; "
        + again.dropFirst(10)
    )
    for _ in 1...2 { #expect(await shell("done", "1").output == "Done " + again) }
    #expect(await shell("skip", "1").output == "Skipped " + again)
    #expect(try await shell.repository.item(number: 1_000_000_001)?.parent != nil)
  }

  @Test func `the date of the rule is told where it was moved`() async throws {
    let shell = try Shell()
    _ = await shell("add", "Bin", "due:mon", "repeat:weekly")
    #expect(await shell("show", "1").output.contains("occurrence") == false)
    _ = await shell("edit", "1", "--due", "tue 9am")
    #expect(await shell("show", "1").output.contains("occurrence Mon 23 Nov 2026\n"))
    _ = await shell("add", "Call", "due:mon 17:00", "repeat:weekly")
    #expect(await shell("show", "2").output.contains("occurrence") == false)
    _ = await shell("edit", "2", "--due", "tue")
    #expect(await shell("show", "2").output.contains("occurrence Mon 23 Nov 2026 17:00"))
    _ = await shell("edit", "2", "--due", "mon 17:00", "--repeat", "none")
    #expect(await shell("show", "2").output.contains("occurrence") == false)
    _ = await shell("undo")
    let table = await shell("list", "--fields", "title,repeat", "--format", "table").output
    #expect(table == "title  repeat\nCall   weekly\nBin    weekly\n", "\(table)")
  }

  @Test func `what starts later is told, by add and by an empty list`() async throws {
    var shell = try Shell()
    let added = await shell("add", "Later", "start:mon", "due:fri").output
    #expect(added.hasSuffix(", due Fri 27 Nov, starts Mon 23 Nov\n"), "\(added)")
    let now = await shell("add", "Now", "start:yesterday", "--list", "x", "--dry-run").output
    #expect(now == "Would add \"Now\", list x\n")
    shell.isTerminal = true
    #expect(
      await shell("list").errors
        == "No item fits now. 1 item starts later: 'is:waiting' asks for it.\n"
    )
    #expect(await shell("list", "list:x").errors == "No item fits. There is no list 'x'.\n")
    #expect(await shell("list", "Sooner").errors.contains("'itemsctl list --all'"))
  }

  @Test func `an edit of the status alone ends no series in silence`() async throws {
    let shell = try Shell()
    _ = await shell("add", "Sweep", "repeat:daily")
    for words in [["--status", "done"], ["--status", "done", "--dry-run"]] {
      let refused = await shell.run(["edit", "1"] + words)
      #expect(refused.code != .success)
      #expect(refused.errors.contains("'itemsctl done 1' moves it"), "\(refused.errors)")
    }
    #expect(await shell("edit", "1", "--status", "done", "--repeat", "none").code == .success)
    #expect(await shell("list", "status:done", "--format", "json").output.contains("Sweep"))
  }
}
