// Draws the screens of Examples/ItemsApp in the states of their previews, presses what they show, and tells what is not
// as it should be. It runs in UTC.

import Foundation
import ItemModels
import ItemsApp
import SwiftUI

@main
@MainActor
struct ItemsAppChecks {
  private static var failures = 0

  static func main() async throws {
    try await theListIsDrawnInEachState()
    try await theListAddsAndCompletes()
    try await anItemIsOpenedEditedAndSaved()
    try await aConflictIsDecidedInTheForm()
    try await theSyncIsDrawnInEachState()
    try await theSettingsChangeTheList()
    exit(failures == 0 ? 0 : 1)
  }

  private static func expect(
    _ actual: some Sequence<String>,
    _ expected: some Sequence<String>,
    line: UInt = #line
  ) {
    let (actual, expected) = (Array(actual), Array(expected))
    guard actual != expected else { return }
    failures += 1
    print("ItemsAppChecks.swift:\(line): is not as expected:")
    for change in actual.difference(from: expected) {
      switch change {
      case .insert(_, let text, _): print("+ \(text)")
      case .remove(_, let text, _): print("- \(text)")
      }
    }
  }

  private static let tools = "(Undo) (Sync) (Settings)"

  private static func theListIsDrawnInEachState() async throws {
    for state in [PreviewState.full, .readOnly, .offline, .conflicted] {
      expect(
        try await Show(state).lines(),
        [
          "# Items", "[]", "[] (Add: disabled)", "Overdue:",
          "  (Mark done) (Return the library books / 2026-11-24, errands) (Delete)",
          "Today:",
          "  (Mark done) (Shopping for the weekend / 2026-11-26, high, home, +shop) (Delete)",
          "Tomorrow:",
          "  (Mark done) (Water the plants / 2026-11-27, home) (Delete)",
          "Next 7 days:",
          "  (Mark done) (Book the train to Bergen / 2026-11-30, medium, trip) (Delete)",
          "Later:",
          "  (Mark done) (Repaint the boat / 2027-01-25, boat, +spring) (Delete)",
          "No date:",
          "  (Mark done) (Learn to sail in the dark / boat) (Delete)",
          tools,
        ]
      )
    }
    expect(
      try await Show(.empty).lines(),
      ["# Items", "[]", "[] (Add: disabled)", "Nothing to do", tools]
    )
    expect(
      try await Show(.failing).lines(),
      [
        "# Items", "[]", "[] (Add: disabled)",
        "The store cannot be opened: permission denied. Free the file, and try again.",
        "(Try again)", tools,
      ]
    )
    expect(
      try await Show(.rightToLeft).lines(),
      [
        "# Items", "[]", "[] (Add: disabled)", "No date:",
        "  (Mark done) (לקנות חלב ולחם / inbox, +קניות) (Delete)",
        "  (Mark done) (اتصل بالطبيب غدا / inbox) (Delete)", tools,
      ]
    )
    let large = try await Show(.large)
    _ = await large.lines { $0.count > 200 }
    expect(try await Show(.longTitles).lines().filter { $0.count > 100 }.map { _ in "" }, ["", ""])
  }

  private static func theListAddsAndCompletes() async throws {
    let show = try await Show(.empty)
    show.type("Milk", into: 1)
    show.press("Add")
    expect(
      await show.lines { $0.contains("No date:") && $0.contains("[] (Add: disabled)") },
      [
        "# Items", "[]", "[] (Add: disabled)", "No date:", "  (Mark done) (Milk / inbox) (Delete)",
        tools,
      ]
    )
    show.press("Mark done")
    let empty = ["# Items", "[]", "[] (Add: disabled)", "Nothing to do", tools]
    expect(await show.lines { $0 == empty }, empty)
    show.press("Undo")
    _ = await show.lines { $0.contains("No date:") }
    show.type("mil", into: 0)
    expect(
      await show.lines { $0.contains("1 found:") },
      ["# Items", "[mil]", "1 found:", "  (Mark done) (Milk / inbox) (Delete)", tools]
    )
    let refusing = try await Show(.readOnly)
    refusing.press("Delete")
    let message = "The store can be read only. Make its folder writable. (Dismiss)"
    _ = await refusing.lines { $0.contains(message) }
    refusing.press("Dismiss")
    _ = await refusing.lines { !$0.contains(message) }
  }

  private static let item = [
    "# Shopping for the weekend", "  Status: open", "  Due: 2026-11-26", "  Priority: high",
    "  List: home", "  Tags: shop", "Notes:", "  Milk, bread", "  (Mark done)", "  (Delete)",
    "(Edit)",
  ]

  private static func anItemIsOpenedEditedAndSaved() async throws {
    let show = try await Show(.full)
    show.press("Shopping for the weekend / 2026-11-26, high, home, +shop")
    expect(await show.lines(), item)
    show.press("Edit")
    let form = [
      "# Edit", "  [Shopping for the weekend]", "  [Milk, bread]", "  [home]", "  Priority: high",
      "  Has a date: on", "  Due: a date", "Tags:", "  shop (Remove)", "  [] (Add: disabled)",
      "(Cancel) (Save: disabled)",
    ]
    expect(await show.lines(), form)
    show.type("", into: 0)
    // The reason stands above the fields.
    let refused = await show.lines { $0.count == form.count + 1 }
    expect(refused.suffix(1), ["(Cancel) (Save: disabled)"])
    show.type("Shopping", into: 0)
    show.press("Remove")
    _ = await show.lines { $0.last == "(Cancel) (Save)" }
    show.press("Save")
    let saved = ["# Shopping"] + item.dropFirst().filter { $0 != "  Tags: shop" }
    expect(await show.lines { $0 == saved }, saved)
    show.press("Edit")
    _ = await show.lines()
    show.press("Cancel")
    expect(await show.lines(), saved)
    show.press("Delete")
    expect(await show.lines { !$0.contains("Today:") }.filter { $0.contains("Shopping") }, [])
  }

  private static func aConflictIsDecidedInTheForm() async throws {
    let (here, there) = ("Keep mine: Shopping", "Take theirs: Groceries")
    for choice in [here, there] {
      let show = try await Show(.conflicted, at: .form)
      let question = ["Title was changed elsewhere as well:", "  (\(here))", "  (\(there))"]
      let asking = await show.lines { $0.contains("  (\(here))") }
      expect(asking[1...3], question)
      expect(asking.suffix(1), ["(Cancel) (Save: disabled)"])
      show.press(choice)
      show.press(choice == here ? "Save" : "Cancel")
      let title = choice == here ? "# Shopping" : "# Groceries"
      let notes = "  Soy milk, bread"
      let decided = [title] + item.dropFirst().map { $0 == "  Milk, bread" ? notes : $0 }
      expect(await show.lines { $0.first == title }, decided)
    }
  }

  private static func theSyncIsDrawnInEachState() async throws {
    func sync(_ sentence: String, _ hub: String, _ last: String, _ unsent: Int) -> [String] {
      [
        "# Sync", "  \(sentence)", "  Hub: \(hub)", "  Last sync: \(last)",
        "  To be sent: \(unsent)", "  (Sync now)", "  (Choose the hub)",
      ]
    }
    let now = "2026-11-26 12:00"
    let show = try await Show(.full, at: .sync)
    expect(await show.lines(), sync("Ready", "not met yet", "never", 7))
    show.press("Sync now")
    let synced = sync("7 sent, 0 received", "file:/preview", now, 0)
    expect(await show.lines { $0 == synced }, synced)
    show.press("Choose the hub")
    expect(await show.lines().prefix(1), ["# Settings"])
    let offline = try await Show(.offline, at: .sync)
    _ = await offline.lines { $0.contains { $0.hasPrefix("  Offline. ") } }
    let conflicted = try await Show(.conflicted, at: .sync)
    let ready = sync("Ready", "file:/preview", now, 0)
    expect(
      await conflicted.lines(),
      ready + [
        "Two devices changed \"Shopping for the weekend\":", "  Soy milk, bread",
        "  (Keep this text)", "  Oat milk, bread", "  (Take this text)", "  (Keep both)",
      ]
    )
    conflicted.press("Take this text")
    expect(await conflicted.lines { $0.count == ready.count }.prefix(4), ready.prefix(4))
  }

  private static func theSettingsChangeTheList() async throws {
    let show = try await Show(.full, at: .settings)
    expect(
      await show.lines(),
      [
        "# Settings", "List:", "  Order: due", "  Show what is done: off", "Hub:", "  []", "(Done)",
      ]
    )
    show.type("hub.example.com", into: 0)
    expect(await show.lines().filter { $0.contains("begins with neither") }.map { _ in "" }, [""])
    show.press("Done")
    expect(await show.lines().prefix(1), ["# Items"])
  }
}
