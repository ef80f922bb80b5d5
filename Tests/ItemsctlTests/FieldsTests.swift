import Storage
import Testing

@testable import CommandKit
@testable import ItemFormats
@testable import itemsctl

@Suite struct FieldsTests {
  private let shell: Shell

  init() throws { shell = try Shell(.full) }

  @Test(arguments: [
    ("tsv", "2\tRenew the passport\t2027-01-15T10:30:00.000Z\tpapers,urgent\t75.8\n"),
    (
      "csv",
      "number,title,due,tags,attr.fee\r\n"
        + "2,Renew the passport,2027-01-15T10:30:00.000Z,\"papers,urgent\",75.8\r\n"
    ),
    (
      "ndjson",
      #"{"number":2,"title":"Renew the passport","due":"2027-01-15T10:30:00.000Z","#
        + #""tags":["papers","urgent"],"attributes":{"fee":75.8}}"# + "\n"
    ),
    (
      "json",
      #"{"schema":4,"items":["# + "\n"
        + #"{"number":2,"title":"Renew the passport","due":"2027-01-15T10:30:00.000Z","#
        + #""tags":["papers","urgent"],"attributes":{"fee":75.8}}"# + "\n]}\n"
    ),
    (
      "table",
      """
      number  title               due               tags           attr.fee
           2  Renew the passport  2027-01-15 10:30  papers,urgent  75.8

      """
    ),
  ]) func `fields that were asked for are printed in their order`(
    format: String,
    output: String
  ) async throws {
    for command in [["list", "number:2"], ["show", "2"]] {
      let words = ["--format", format, "--fields", "number,title,due,tags,attr.fee"]
      let outcome = await shell.run(command + words)
      #expect(outcome.output == output && outcome.errors == "", "\(command)")
    }
  }

  @Test func `what is not there is an explicit null`() async throws {
    let outcome = await shell("show", "3", "--json", "--fields", "due,completedAt,attr.x,attr.y")
    #expect(
      outcome.output == #"{"schema":4,"items":["# + "\n"
        + #"{"due":null,"completedAt":null,"attributes":{"x":null,"y":null}}"# + "\n]}\n"
    )
    let all = await shell("show", "3", "--format", "ndjson").output
    let keys = try JSONParser.parse(all).object.map { Set($0.keys) }
    #expect(keys == Set(ItemField.all.map(\.name)))
  }

  @Test func `a pipe gets the fields between tabs, without a header`() async throws {
    #expect(await shell("list", "-n", "1", "--fields", "number,priority").output == "13\tnone\n")
  }

  @Test(arguments: [
    ("titel", "there is no field 'titel'. Did you mean 'title'?"),
    ("number,atr.url", "there is no field 'atr.url', only id, number, kind"),
    ("title,title", "the field 'title' is named twice"),
    ("title,", "there is no field ''"),
    ("attr.", "there is no field 'attr.'"),
  ]) func `a name that no field has is refused`(names: String, message: String) async throws {
    let outcome = await shell("list", "--fields", names)
    #expect(outcome.code == .usage && outcome.output == "")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test func `formats with fields of their own leave no choice`() async throws {
    for format in ["todo.txt", "taskwarrior"] {
      let outcome = await shell("export", "--format", format, "--fields", "title")
      #expect(outcome.code == .usage && outcome.errors.contains("has its own fields"))
    }
  }

  @Test(arguments: [20, 49, 50, 64, 120])
  func `no line of chosen fields is wider than the terminal`(width: Int) async throws {
    let shell = try Shell(.full, isTerminal: true, width: width)
    let words = ["--all", "--color", "never", "--fields", "number,title,tags,notes,createdAt"]
    let outcome = await shell.run(["list"] + words)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count >= 37)
    for line in lines { #expect(line.displayWidth <= width, "\(line)") }
  }

  @Test(arguments: ["json", "ndjson", "csv", "tsv"])
  func `an item cannot send escapes to a terminal in any form`(format: String) async throws {
    let shell = try Shell(isTerminal: true, width: 80)
    _ = await shell("add", "--", "a\u{1B}[31m\u{9B}31m\u{202E}b")
    let shown = await shell("list", "--format", format).output
    #expect(shown.contains("u009b31m"), "\(shown)")
    #expect(!shown.unicodeScalars.contains { [0x1B, 0x9B, 0x202E].contains($0.value) })
    let items = try await shell.repository.items()
    var pipe = shell
    pipe.isTerminal = false
    let raw = await pipe("list", "--format", "ndjson").output
    #expect(try JSONParser.parse(raw)["title"]?.string == items.first?.title)
  }
}
