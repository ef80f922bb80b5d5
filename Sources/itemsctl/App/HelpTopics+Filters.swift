import ArgumentParsing
import CommandKit
import Phrases
import Storage

extension HelpTopics {
  static let filters = HelpTopic(
    "filters",
    synonyms: ["filter", "conditions", "query", "queries", "where"],
    abstract: "How items are chosen",
    text: """
      Write conditions side by side: an item must meet all of them. 'or', 'not' and parentheses \
      combine them in other ways: list not '(+shop or list:home)' due:today.

        +tag, -tag             with the tag, without it; also tag:tag, tag!=tag
      \(keyLines)
        due:today..friday      from the start of the first to the end of the second;
                               either may be left out
        is:overdue             open, and due before today or before now
        is:waiting             starts later
        repeat:any             repeats; also repeat:none
        below:12, parent:12    under item 12: at any level, directly;
                               parent:none means the top level
        blocked-by:12          waits for item 12; also blocked-by:any, :none
        is:blocked             open, and waits for an open item
        is:blocking            open, and an open item waits for it
        attr.url~example       the attribute contains it; also : = != !~,
                               ^= for its beginning, attr.url:any, attr.url:none
        attr.rating>=4         < <= > >= compare a number with numbers, other
                               values and "4" with texts; attr.minutes:10..30
        number:12, id:0192a3   the item with that number, or whose id begins so
        anything else          the beginning of a word in \(searched) or tags

      \(FilterKey.dashRule) 'not tag:n5' always means the tag.

      The name of a view is a condition: today, overdue, and others; 'is:today' is the written-out \
      form, and 'text:today' looks for the word. See 'itemsctl help views'.

      Words for days ask for what is due then: tomorrow, friday, next week, 24 dec; 'list tomorrow \
      or next week'. A word that is more often something else, such as sun or noon, is looked for, \
      and a hint says so; 'due:sun' means the day. 'due:week' means this week.

      Words after '--' are text. The shell itself uses '<', '>', '(' and '!': put 'due<friday' in \
      quotes, or write due.before:friday. 'list' shows open items that do not wait for their \
      start, unless a condition names a status or a start, or '--all' is given. Commands that \
      change items take all open ones.
      """
  )

  /// A line for each sort of key, from the table of fields.
  private static var keyLines: String {
    var lines: [(label: String, value: String)] = keys { !$0.isRanked && !$0.choices.isEmpty }.map {
      part in
      (part.example(), part.choices.joined(separator: ", ") + " or any")
    }
    let texts = keys { $0.form == .text || $0.form == .names }
    if let first = texts.first {
      let others = texts.dropFirst().map { $0.example() }.joined(separator: ", ")
      lines.append(("\(first.example()),work", "in one of these lists; the same for \(others)"))
      lines.append(
        ("\(first.typedName):\"a,b\"", "a value in double quotes is taken as it is")
      )
    }
    for part in keys(\.isRanked) {
      lines.append((part.example() + "..", "this or higher; also ..medium, and = != < <= > >="))
    }
    for part in keys({ $0.form == .number && $0 != .number }) {
      lines.append((part.example(">="), ": = != < <= > >="))
    }
    let times = keys { $0.form.isDate }
    if let first = times.first {
      let others = times.dropFirst().map(\.typedName).joined(separator: ", ")
      let name = first.typedName
      lines.append(
        (first.example(".before:"), ".after:, < <= > >=, \(name):none, \(name):any; also \(others)")
      )
    }
    return labelledLines(lines, labelWidth: 23, width: 78, usesColor: false)
      .map { "  " + $0 }.joined(separator: "\n")
  }

  /// Those that words are looked for in.
  private static var searched: String {
    ItemPart.allCases.filter { if case .searched = $0.use.filtering { true } else { false } }
      .map(\.label).joined(separator: ", ")
  }

  private static func keys(_ isWanted: (ItemPart) -> Bool) -> [ItemPart] {
    ItemPart.filterKeys.filter(isWanted)
  }
}

extension ItemPart {
  fileprivate var choices: [String] {
    if case .choice(let names) = form { names } else { [] }
  }

  /// A condition on it.
  fileprivate func example(_ comparison: String = ":") -> String {
    guard case .key(let example, _) = use.filtering else { return "" }
    return typedName + comparison + example
  }
}
