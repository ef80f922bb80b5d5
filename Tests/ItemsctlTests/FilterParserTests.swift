import Storage
import Testing

@testable import Phrases
@testable import itemsctl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private let friday = CalendarDay(year: 2026, month: 11, day: 27)
private let untilFriday = DateRange(
  from: .day(friday.adding(days: -6)),
  until: .day(friday.adding(days: 1))
)

private let understood: [([String], ItemFilter)] = [
  ([], .all),
  (["milk"], .text("milk")),
  (["buy", "milk"], .and([.text("buy"), .text("milk")])),
  (["+shop"], .tags(.all, ["shop"])),
  (["-shop"], .tags(.none, ["shop"])),
  (["status:open"], .status([.open])),
  (["status:open,done"], .status([.open, .done])),
  (["status!=done"], .not(.status([.done]))),
  (["list:home"], .list("home")),
  (["list:home,work"], .or([.list("home"), .list("work")])),
  (["list:my stuff"], .list("my stuff")),
  (["list:\"a,b\""], .list("a,b")),
  (["list:\"a,b\",c,\"d \\\" e\""], .or([.list("a,b"), .list("c"), .list("d \" e")])),
  (["tag:\"a,b\""], .tags(.any, ["a,b"])),
  (["text:\"and\""], .text("and")),
  (["attr.\"a:b\"=x"], .attribute("a:b", .equals("x"))),
  (["attr.n=\"1\""], .attribute("n", .equals("1"))),
  (["attr.n:\"any\""], .attribute("n", .equals("any"))),
  (["status:any"], .status([.open, .done, .cancelled])),
  (["a", "OR", "NOT", "b"], .or([.text("a"), .not(.text("b"))])),
  (["a", "Or", "b"], .and([.text("a"), .text("Or"), .text("b")])),
  (["-12"], .tags(.none, ["12"])),
  (["-beef"], .tags(.none, ["beef"])),
  (["kind=book"], .kind("book")),
  (["tag:a,b"], .tags(.any, ["a", "b"])),
  (["priority:high"], .priority(.equal, .high)),
  (["priority>=medium"], .priority(.atLeast, .medium)),
  (["priority<high"], .priority(.below, .high)),
  (["priority!=none"], .priority(.notEqual, .none)),
  (["priority:h"], .priority(.equal, .high)), (["priority:HIGH"], .priority(.equal, .high)),
  (["priority:medium.."], .priority(.atLeast, .medium)),
  (["priority:..medium"], .priority(.atMost, .medium)),
  (["priority:low..med"], .and([.priority(.atLeast, .low), .priority(.atMost, .medium)])),
  (["priority!=medium.."], .not(.priority(.atLeast, .medium))),
  (["priority.after:low"], .priority(.above, .low)), (["status:o"], .status([.open])),
  (["due.before:friday"], .due(.before(friday))),
  (["due.after:friday"], .due(.from(friday.adding(days: 1)))),
  (["attr.n.before:3"], .attribute("n", .compared(.below, 3))),
  (["due<friday"], .due(.before(friday))),
  (["due<=friday"], .due(.before(friday.adding(days: 1)))),
  (["due>friday"], .due(.from(friday.adding(days: 1)))),
  (["due>=friday"], .due(.from(friday))),
  (["due:friday"], .due(.on(friday))),
  (["due!=friday"], .not(.due(.on(friday)))),
  (["due<in 6 days"], .due(.before(friday))),
  (["start:friday"], .start(.on(friday))),
  (["below:12"], .below(.numbers([12]), levels: 1...Int.max)),
  (["parent:12,13"], .below(.numbers([12, 13]), levels: 1...1)),
  (["parent:none"], .top), (["parent:any"], .not(.top)), (["parent!=none"], .not(.top)),
  (["below!=7"], .not(.below(.numbers([7]), levels: 1...Int.max))),
  (["is:overdue"], .overdue), (["is:waiting"], .waiting), (["is!=waiting"], .not(.waiting)),
  (["due:today..friday"], .due(untilFriday)),
  (["due:..friday"], .due(.before(friday.adding(days: 1)))),
  (["created:friday.."], .created(.from(friday))),
  (["due!=today..friday"], .not(.due(untilFriday))),
  (["due:none"], .hasDue(false)),
  (["due:any"], .hasDue(true)),
  (["created>=2026-11-27"], .created(.from(friday))),
  (["updated<2026-11-27"], .updated(.before(friday))),
  (["attr.url~example"], .attribute("url", .contains("example"))),
  (["attr.url!~example"], .not(.attribute("url", .contains("example")))),
  (["attr.url:x"], .attribute("url", .equals("x"))),
  (["attr.url=any"], .attribute("url", .equals("any"))),
  (["attr.url:any"], .attribute("url", .exists)),
  (["attr.url:none"], .not(.attribute("url", .exists))),
  (["attr.n=1"], .or([.attribute("n", .equals("1")), .attribute("n", .equals(1))])),
  (["attr.A-b:true"], .or([.attribute("A-b", .equals("true")), .attribute("A-b", .equals(true))])),
  (["attr.n<30"], .attribute("n", .compared(.below, 30))),
  (["attr.n<=-1.5"], .attribute("n", .compared(.atMost, -1.5))),
  (["attr.n>\"30\""], .attribute("n", .compared(.above, "30"))),
  (["attr.n>=m"], .attribute("n", .compared(.atLeast, "m"))),
  (["attr.n:10..30"], .attribute("n", .between(10, 30))),
  (["attr.n:10.."], .attribute("n", .compared(.atLeast, 10))),
  (["attr.n:..1e3"], .attribute("n", .compared(.atMost, 1e3))),
  (["attr.n:a..b"], .attribute("n", .equals("a..b"))),
  (["attr.n=10..30"], .attribute("n", .equals("10..30"))),
  (["attr.n:.."], .attribute("n", .equals(".."))),
  (["attr.url^=https:"], .attribute("url", .hasPrefix("https:"))),
  (["number:12,13"], .numbers([12, 13])),
  (["text:a:b"], .text("a:b")),
  (["12"], .text("12")),
  (["Https://x"], .text("Https://x")),
  (["a", "or", "b"], .or([.text("a"), .text("b")])),
  (["a", "and", "b"], .and([.text("a"), .text("b")])),
  (["a", "b", "or", "c"], .or([.and([.text("a"), .text("b")]), .text("c")])),
  (["not", "a", "b"], .and([.not(.text("a")), .text("b")])),
  (["not", "not", "a"], .not(.not(.text("a")))),
  (["(", "a", "or", "b", ")", "c"], .and([.or([.text("a"), .text("b")]), .text("c")])),
  (["not", "(", "a", "b", ")"], .not(.and([.text("a"), .text("b")]))),
  (["(a or b)", "c"], .and([.or([.text("a"), .text("b")]), .text("c")])),
  (["(a", "or", "b)", "c"], .and([.or([.text("a"), .text("b")]), .text("c")])),
  (["((a or (b c)) d)"], .and([.or([.text("a"), .and([.text("b"), .text("c")])]), .text("d")])),
  (["(list:\"a b)\" or +x)"], .or([.list("a b)"), .tags(.all, ["x"])])),
  (["(list:\"\\\" (\" +x)"], .and([.list("\" ("), .tags(.all, ["x"])])),
  (["(a", "or", "list:b c)"], .or([.text("a"), .list("b c")])),
  (["(draft)"], .text("draft")),
  // Only what touches an opening one is taken for a closing one: any value can be said.
  (["(", "list:a)", ")"], .list("a)")),
  (["list:a (b)", "+c)"], .and([.list("a (b)"), .tags(.all, ["c)"])])),
]

private let refused: [([String], String, String)] = [
  (["prio:high"], "prio:high", "there is no key 'prio'"),
  (["http://x"], "http://x", "there is no key 'http'"),
  (["status:opne"], "status:opne", "'opne' is none of open, done, cancelled"),
  (["status>open"], "status>open", "'status' can only be compared by ':', '=' and '!='"),
  (["status:"], "status:", "a value must follow"),
  (["priority~high"], "priority~high", "'priority' cannot be compared by '~'"),
  (["priority:urgent"], "priority:urgent", "'urgent' is none of none, low, medium, high"),
  (["due<someday"], "due<someday", "'someday' is not understood"),
  (["due<"], "due<", "it is empty"),
  (["due~fri"], "due~fri", "'due' cannot be compared by '~'"),
  (["attr.:x"], "attr.:x", "the attribute's name is missing"),
  (["attr.n>"], "attr.n>", "a value must follow"),
  (["list^=a"], "list^=a", "'list' can only be compared by ':', '=' and '!='"),
  (["priority^=a"], "priority^=a", "'priority' cannot be compared by '^='"),
  (["number:x"], "number:x", "'x' is not a whole number"),
  (["id:xyz"], "id:xyz", "at least four hexadecimal digits of an id must follow"),
  (["list:a,"], "list:a,", "a value is missing"),
  (["list:,a"], "list:,a", "a value is missing"),
  (["list:\"a"], "list:\"a", "the closing '\"' is missing"),
  (["list:\"a\"b"], "list:\"a\"b", "only a comma may follow the closing '\"'"),
  (["due:\"today\"x"], "due:\"today\"x", "nothing may follow the closing '\"'"),
  (["due:friday..today"], "due:friday..today", "the range ends before it begins"),
  (["due<today..friday"], "due<today..friday", "'due' can only be compared by ':', '=' and '!='"),
  (["due:.."], "due:..", "'..' is not understood"),
  (["prioritty:high"], "prioritty:high", "there is no key 'prioritty'. Did you mean 'priority'?"),
  ([""], "", "there is no letter or digit to look for"),
  (["a", " "], " ", "there is no letter or digit to look for"),
  (["not", "!"], "!", "there is no letter or digit to look for"),
  (["+", "a"], "+", "there is no letter or digit to look for"),
  (["\u{301}"], "\u{301}", "there is no letter or digit to look for"),
  (["text:"], "text:", "there is no letter or digit to look for"),
  (["text:\"\""], "text:\"\"", "there is no letter or digit to look for"),
  (["text!=👍"], "text!=👍", "there is no letter or digit to look for"),
  (["a", "or"], "", "a condition is missing at the end"),
  (["or", "a"], "or", "a condition must come before it"),
  (["not"], "", "a condition is missing at the end"),
  (["(", "a"], "(", "its ')' is missing"),
  (["a", ")"], ")", "no '(' is open here"),
  (["(", ")"], ")", "a condition must come before it"),
  (["()"], ")", "a condition must come before it"),
  (["(a or b"], "(", "its ')' is missing"),
  (["(a))"], ")", "no '(' is open here"),
  (["(a or due:fry)"], "due:fry", "'fry' is not understood"),
]

@Suite struct FilterParserTests {
  private let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow)

  private func filter(_ words: [String], literalCount: Int = 0) throws(FilterError) -> ItemFilter {
    var parser = FilterParser(words, literalCount: literalCount, calendar: calendar)
    return try parser.filter()
  }

  @Test(arguments: understood)
  func `words become conditions`(words: [String], meaning: ItemFilter) throws {
    #expect(try filter(words) == meaning)
  }

  @Test(arguments: refused)
  func `a word that is not understood is named`(words: [String], word: String, reason: String) {
    let problem = #expect(throws: FilterError.self) { try filter(words) }
    #expect(problem?.word == word)
    #expect(problem?.reason.hasPrefix(reason) == true, "\(problem?.reason ?? "")")
  }

  @Test func `words behind two hyphens are text`() throws {
    let words = ["+a", "or", "due<x", "+b"]
    #expect(
      try filter(words, literalCount: 3)
        == .and([.tags(.all, ["a"]), .text("or"), .text("due<x"), .text("+b")])
    )
    for word in ["", ")", "-"] {
      let problem = #expect(throws: FilterError.self) {
        try filter(["a", word], literalCount: 1)
      }
      #expect(problem?.index == 1 && problem?.reason == FilterError.nothingToLookFor)
    }
  }

  @Test func `deep nesting is refused, not a crash`() {
    let words = Array(repeating: "(", count: 10_000)
    #expect(throws: FilterError.self) { try filter(words) }
    #expect(throws: FilterError.self) { try filter(Array(repeating: "not", count: 10_000)) }
  }

  @Test func `a filter that asks for a status is not narrowed to open items`() async throws {
    let shell = try Shell(.full)
    let done = await shell("list", "status:done").output.split(separator: "\n")
    let count = try await shell.repository.count(.status([.done]))
    #expect(done.count == count && count > 0)
    let open = await shell("list").output.split(separator: "\n").count
    #expect(try await open == shell.repository.count(.status([.open])))
    #expect(await shell("list", "--all").output.split(separator: "\n").count == 36)
  }
}
