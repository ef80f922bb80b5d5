import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import itemsctl

/// Files of columns whose first line is damaged.
@Suite struct `A first line that is damaged` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])
  private static let rows = "a,done,High,2026-12-24,n,x\nb,open,Low,2026-12-25,m,\n"

  /// An item by its values, and whatever attributes it has.
  private static func text(of item: Item) -> String {
    let day = item.due.map {
      " \(ItemField.part(.due).text(of: item).prefix($0.instant == nil ? 10 : 16))"
    }
    let words = [item.title, item.status.name, item.priority.name].joined(separator: " ")
    let rest =
      [day ?? "", item.notes.isEmpty ? "" : " / \(item.notes)"] + item.tags.map { " +\($0)" }
    let attributes = item.attributes.sorted { $0.key < $1.key }.map {
      " \($0.key)=\($0.value.string ?? $0.value.description)"
    }
    return words + rest.joined() + attributes.joined()
  }

  private func imported(
    _ text: String,
    _ words: String...
  ) async throws -> (outcome: Outcome, items: [String]) {
    let shell = try Shell()
    let outcome = await shell.run(["import", "-", "--format", "csv"] + words, input: text)
    return (outcome, try await shell.repository.items(Self.byNumber).map(Self.text(of:)))
  }

  static let whole = ["a done high 2026-12-24 / n +x", "b open low 2026-12-25 / m"]

  private static let lines: [(line: String, items: [String], told: String)] = [
    // A name with another letter, in the place of a title and of others.
    (
      "Titlx,Status,Priority,Due Date,Notes,Tags", whole,
      "No column is called \"title\"; \"Titlx\" is read as the title. '--map' names another one."
    ),
    ("T\"tle,Status,Priority,Due Date,Notes,Tags", whole, "\"T\"tle\" is read as the title"),
    (
      "Title,Status,Prioxxxx,Due Date,Notes,Tags",
      ["a done none 2026-12-24 / n +x Prioxxxx=High", "b open none 2026-12-25 / m Prioxxxx=Low"],
      "Columns that are not fields become attributes: Prioxxxx."
    ),
    // A sign between two names that is none, one too many, and a quote that is not closed.
    (
      "Title_Status,Priority,Due Date,Notes,Tags", whole,
      "line 1: the line names 5 columns, and the rows have 6 values; the columns are read as Title, "
        + "Status, Priority, Due Date, Notes, Tags"
    ),
    ("Title,Status,Priority,Due Date,Notes Tags", whole, "Priority, Due Date, Notes, Tags"),
    ("Ti,le,Status,Priority,Due Date,Notes,Tags", whole, "read as Ti,le, Status"),
    (
      "Title,Status,Priority,Due,Date,Notes,Tags", whole,
      "read as Title, Status, Priority, Due,Date"
    ),
    ("Title,\"Status,Priority,Due Date,Notes,Tags", whole, "line 1: a quote is not closed"),
    (
      "Title,Status,\"Priority\"x,Due Date,Notes,Tags",
      ["a done none 2026-12-24 / n +x Priorityx=High", "b open none 2026-12-25 / m Priorityx=Low"],
      "line 1: expected a comma"
    ),
    // Cut off.
    (
      "Title,Status,Priority,Due",
      [
        "a done high 2026-12-24 column 5=n column 6=x",
        "b open low 2026-12-25 column 5=m",
      ], "the line names 4 columns, and the rows have 6 values"
    ),
    (
      "Title,Status,Priority,Due Date,No",
      [
        "a done high 2026-12-24 No=n column 6=x", "b open low 2026-12-25 No=m",
      ], "the line names 5 columns, and the rows have 6 values"
    ),
    (
      "Tit",
      [
        "a open none column 2=done column 3=High column 4=2026-12-24 column 5=n column 6=x",
        "b open none column 2=open column 3=Low column 4=2026-12-25 column 5=m",
      ], "\"Tit\" is read as the title"
    ),
    (
      "Title,Status,Priority,Due Date,Notes,",
      ["a done high 2026-12-24 / n column 6=x", "b open low 2026-12-25 / m"],
      "the line names 5 columns, and the rows have 6 values"
    ),
    // Twice, and with a name twice.
    (
      "Title,Status,Priority,Due Date,Notes,Tags\nTitle,Status,Priority,Due Date,Notes,Tags", whole,
      "line 2: the names of the columns stand here again; the line is left out"
    ),
    (
      "Title,Status,Priority,Due Date,Notes,Notes",
      ["a done high 2026-12-24 / n Notes=x", "b open low 2026-12-25 / m"],
      "The column \"Notes\" occurs twice; the second one becomes 'attr.Notes'."
    ),
    (
      "Title,x,x,Due Date,Notes,x",
      [
        "a open none 2026-12-24 / n x=done x 2=High x 3=x",
        "b open none 2026-12-25 / m x=open x 2=Low",
      ], "The column \"x\" occurs twice; the second one becomes 'attr.x 2'."
    ),
  ]

  @Test(arguments: lines.indices)
  func `costs its columns, and the rows come in`(_ index: Int) async throws {
    let (line, expected, told) = Self.lines[index]
    let (outcome, items) = try await imported("\(line)\n\(Self.rows)")
    #expect(outcome.code == .success, "\(outcome)")
    #expect(items == expected, "\(outcome)")
    #expect(outcome.errors.contains(told), "\(outcome)")
    let (strict, none) = try await imported("\(line)\n\(Self.rows)", "--strict")
    #expect(strict.code == .badData && none.isEmpty, "\(strict)")
  }

  @Test(arguments: [
    ("what,why\n", "--map what=title"), ("Ti\n", "--map Ti=title"),
    ("notes,list\n", "--map notes=title"), ("x\"y,z\n", "--map 'x\"y=title'"),
    ("Due Date,z\n", "--map 'Due Date=title'"), (",list\n", "--map list=title"),
    ("notes,list\nc,d\n", "--map notes=title"), ("notes,list\nc\nd,e,f\n", "--map notes=title"),
  ])
  func `is refused where it names no title, with the way to name it`(
    line: String,
    advice: String
  ) async throws {
    let (outcome, items) = try await imported("\(line)a,b\n")
    #expect(outcome.code == .badData && items.isEmpty, "\(outcome)")
    let message = "line 1: the first line must name the columns, one of them \"title\"; "
    #expect(outcome.errors.contains(message + "'\(advice)' says that it is this one"), "\(outcome)")
    let (strict, _) = try await imported("\(line)a,b\n", "--strict")
    #expect(strict.errors.contains(message), "\(strict)")
    let column = advice.dropFirst("--map ".count).filter { $0 != "'" }
    let (mapped, _) = try await imported("\(line)a,b\n", "--map", column)
    #expect(!mapped.errors.contains(message), "\(mapped)")
  }

  @Test func `is right where one row fits it, whatever others have`() async throws {
    let (outcome, items) = try await imported("title,notes\na,b,c\nd,e,f,g\nh,i\nj,k,l\n")
    #expect(items == ["h open none / i"], "\(outcome)")
    for line in [2, 3, 5] { #expect(outcome.errors.contains("  line \(line): the line has ")) }
  }

  @Test func `tells the order of dates in rows that waited for it`() async throws {
    let text = "Title;Due Date;x\na;3/4/2026;1;2\nb;13/4/2026;1;2\nc;5/4/2026;1;2\n"
    let (outcome, items) = try await imported(text)
    #expect(outcome.errors.contains("day first, because line 3"), "\(outcome)")
    #expect(
      items.map { $0.prefix(22) } == [
        "a open none 2026-04-03", "b open none 2026-04-13", "c open none 2026-04-05",
      ]
    )
  }

  @Test(arguments: [
    "a,b,c\nd,e,\n", "d,e,\na,b,c\n", "d,e,\nf,g\na,b,c\n", "x,3/4/2026,\nf,g\na,b,c\n",
  ])
  func `is cut off where the last column is empty in some rows`(rows: String) async throws {
    let (outcome, items) = try await imported("title,no\n\(rows)")
    #expect(items.count == rows.count { $0 == "\n" }, "\(outcome)")
    #expect(items.contains("a open none column 3=c no=b"), "\(outcome)")
    #expect(outcome.errors.contains("the line names 2 columns, and the rows have 3 values"))
  }

  @Test func `keeps rows of several lines with more values than it names`() async throws {
    let (outcome, items) = try await imported("title,no\na,b,c\nd,\"e\nf\",g\n")
    #expect(
      items == ["a open none column 3=c no=b", "d open none column 3=g no=e\nf"],
      "\(outcome)"
    )
  }
}
