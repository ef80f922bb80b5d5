import Foundation
import ItemsApp
import SwiftUI

/// The app in a state of previews, as a person sees and uses it.
@MainActor
final class Show {
  private let app: PreviewedApp
  private let tree = Tree()

  /// Thursday, 26 November 2026, 12:00 UTC.
  private static let now = Date(timeIntervalSince1970: 1_795_694_400)

  /// Goes to a screen, and waits until nothing is being read any more.
  init(_ state: PreviewState, at place: PreviewedApp.Place = .list) async throws {
    app = PreviewedApp(state, now: Show.now)
    try await app.go(to: place)
    // A list that goes on ends with something to wait for.
    if state != .large { _ = await lines() }
  }

  /// The lines of the app as soon as they fit; ends the check if that does not happen within a minute.
  func lines(line: UInt = #line, _ fits: ([String]) -> Bool = isComplete) async -> [String] {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      let lines = draw()
      if fits(lines) { return lines }
      await Task.yield()
    }
    stop("this is all that came", line)
  }

  private func stop(_ reason: String, _ line: UInt) -> Never {
    print("ItemsAppChecks.swift:\(line): \(reason):", tree.lines.joined(separator: "\n"))
    exit(1)
  }

  @discardableResult
  private func draw() -> [String] { tree.draw(AppView(navigator: app.router.navigator)) }

  nonisolated private static func isComplete(_ lines: [String]) -> Bool {
    !lines.contains { $0.hasSuffix("…") }
  }

  /// Types into one of the fields, counted from the top.
  func type(_ text: String, into field: Int) {
    tree.fields[field].wrappedValue = text
    draw()
  }

  /// Presses the first button with a label; ends the check if there is none that is enabled.
  func press(_ label: String, line: UInt = #line) {
    guard tree.press(label) else { stop("nobody can press \"\(label)\"", line) }
    draw()
  }
}
