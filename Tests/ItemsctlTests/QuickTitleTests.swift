import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

/// Titles as people type them, taken apart.
@Suite struct QuickTitleTests {
  private let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow)

  /// What is made of a sentence, in one line.
  private func text(of title: QuickTitle) -> String {
    let due = title.due.map { " | due \(calendar.fullText(of: $0))" } ?? ""
    let rule = title.rule.map { " | \($0.text)" } ?? ""
    let doubt = title.doubtful.map { " ? \($0.isRule ? "repeat" : "due"):\($0.words)" } ?? ""
    return title.title + due + rule + doubt
  }

  @Test func `each sentence is taken apart as people mean it`() throws {
    // What stands in front of the arrows is the input.
    let file = GoldenFile(name: "quick-add.txt")
    var count = 0
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard !line.isEmpty, !line.hasPrefix("#") else { return String(line) }
      count += 1
      let arrow = line.firstRange(of: " → ")
      let sentence = String(line[..<(arrow?.lowerBound ?? line.endIndex)])
      let title = QuickTitle(sentence, parts: [.due, .rule], calendar)
      return "\(sentence) → \(text(of: title))"
    }
    #expect(count >= 200)
    try file.expect(lines.joined(separator: "\n"))
  }

  @Test func `only what is looked for is taken`() {
    let sentence = "Water plants tomorrow every 3 days"
    #expect(QuickTitle(sentence, parts: [.due], calendar).title == sentence)
    #expect(QuickTitle(sentence, parts: [], calendar).title == sentence)
    let rule = QuickTitle("Water plants every 3 days", parts: [.rule], calendar)
    #expect(rule.title == "Water plants" && rule.rule != nil)
    #expect(QuickTitle("Call mum friday", parts: [.rule], calendar).title == "Call mum friday")
  }

  @Test(
    arguments: [
      (DateOrder.dayMonth, "Sat 3 Apr 2027"), (.monthDay, "Thu 4 Mar 2027"), (nil, nil),
    ] as [(DateOrder?, String?)]
  )
  func `the calendar says which of two numbers is the month`(order: DateOrder?, day: String?) {
    var calendar = calendar
    calendar.dateOrder = order
    let title = QuickTitle("Pay on 4/3", parts: [.due], calendar)
    let expected = order == .dayMonth ? "Thu 4 Mar 2027" : "Sat 3 Apr 2027"
    #expect(title.due.map(calendar.fullText) == day.map { _ in expected })
    #expect(title.title == (day == nil ? "Pay on 4/3" : "Pay"))
  }

  @Test func `a calendar of a later time reads numbers in the same order`() {
    var calendar = calendar
    calendar.dateOrder = .monthDay
    let later = calendar.at(testNow.adding(seconds: 60))
    #expect((try? DatePhrase("3/4", calendar: later)) != nil)
    #expect(later.now > calendar.now && later.zone == calendar.zone)
  }

  @Test func `the spaces of a title stay as they were typed`() {
    let title = QuickTitle("  Buy  milk\tand eggs  tomorrow ", parts: [.due], calendar)
    #expect(title.title == "  Buy  milk\tand eggs")
    #expect(QuickTitle(" a  b ", parts: [.due, .rule], calendar).title == " a  b ")
  }

  @Test(
    arguments: [
      ("en_US.UTF-8", DateOrder.monthDay), ("de_DE@euro", .dayMonth), ("en_GB", .dayMonth),
      ("fr", .dayMonth), ("ja_JP.UTF-8", .monthDay), ("C", nil), ("C.UTF-8", nil), ("POSIX", nil),
      ("en_CA.UTF-8", nil), ("en", nil), ("", nil),
    ] as [(String, DateOrder?)]
  )
  func `locales say what comes first`(locale: String, order: DateOrder?) {
    #expect(DateOrder(locale: locale) == order)
    let variables = ["LC_ALL": "", "LC_TIME": locale, "LANG": "xx_XX"]
    guard !locale.isEmpty else { return }
    #expect(ProcessEnvironment(variables: variables, folder: nil).dateOrder == order)
  }
}
