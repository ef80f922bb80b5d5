import Storage
import Testing

@testable import ItemFormats

@Suite struct ColumnsTests {
  private static let rows: [[String]] = [
    ["a"], [""], ["a", "b"], ["", ""], ["a,b", "c\"d", "e\r\nf"], ["\"", "\"\"", ","],
    [" a ", "\t"],
    ["é", "日本", "\\", "\\n", "\u{1}\u{85}\u{2028}"],
  ]

  @Test(arguments: rows) func `a record of CSV comes back as it was`(row: [String]) throws {
    #expect(try CSV.values(of: CSV.line(row)) == row)
  }

  @Test(arguments: rows) func `a line of TSV comes back as it was, and is one line`(
    row: [String]
  ) throws {
    let line = TSV.line(row)
    #expect(try TSV.values(of: line) == row)
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" })
  }

  @Test func `CSV is written as RFC 4180 has it`() {
    #expect(CSV.line(["a", "b c", "d,e", "f\"g", "h\ni"]) == "a,b c,\"d,e\",\"f\"\"g\",\"h\ni\"")
  }

  @Test(arguments: [
    ("a\"b,c", ["a\"b", "c"]), ("\"a\"", ["a"]), (",", ["", ""]), ("\"\",x", ["", "x"]),
  ]) func `CSV of others is understood`(line: String, values: [String]) throws {
    #expect(try CSV.values(of: line) == values)
  }

  @Test(arguments: [("\"a", nil), ("\"a\"b", 4), ("x,\"é\" ,y", 6)] as [(String, Int?)])
  func `CSV with quotes gone wrong is refused`(line: String, column: Int?) throws {
    let problem = try #require(throws: RecordError.self) { try CSV.values(of: line) }
    #expect(problem.column == column)
  }

  @Test(arguments: ["a\\x", "a\\", "\\u12", "\\ud800"])
  func `TSV with a backslash gone wrong is refused`(value: String) throws {
    let problem = try #require(throws: RecordError.self) { try TSV.values(of: "é\t\(value)") }
    #expect(problem.column == 3)
  }
}
