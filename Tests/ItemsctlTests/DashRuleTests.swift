import ArgumentParsing
import Storage
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

/// Words behind one dash: options, tags, or errors, by one rule for every command.
@Suite struct DashRuleTests {
  /// What a word is to a command.
  enum Reading: Equatable {
    case option, tag, error
  }

  private static let commands = ItemsctlProgram.program.chains.filter { $0.command.action != nil }

  /// Commands whose filters and changes take tags.
  private static let withTags = commands.filter { chain in
    chain.command.arguments.contains { $0.acceptsDashedWords && $0.multiplicity.isRepeated }
  }

  /// The rule: a letter is an option or an error; what is longer is a tag, but for bundles that are valid.
  ///
  /// It knows the letters of a command, and by itself which values they take.
  private func expected(_ letters: [Character], next: String?, _ letter: (Character) -> String?)
    -> Reading
  {
    var rest = letters[...]
    while let first = rest.popFirst() {
      guard let name = letter(first) else { return letters.count == 1 ? .error : .tag }
      guard let isValid = Self.values[name] else { continue }
      let value = rest.isEmpty ? next : String(rest)
      let isApart = rest.isEmpty
      guard let value, isValid(value), isApart || !Self.texts.contains(name) else {
        return letters.count == 1 ? .error : .tag
      }
      return .option
    }
    return .option
  }

  /// The options with values, and which values they take.
  private static let values: [String: @Sendable (String) -> Bool] = [
    "limit": { Int($0).map { $0 > 0 } ?? false },
    "weeks": { Int($0).map { (1...520).contains($0) } ?? false },
    "sort": { sorted in
      let keys = ["due", "start", "priority", "created", "updated", "completed"]
      return (keys + ["title", "number", "relevance"]).contains(sorted)
    },
    "priority": { word in ["none", "low", "medium", "high"].contains { $0.hasPrefix(word) } },
    "attr": { $0.contains("=") && !$0.hasPrefix("=") },
    "notes": { _ in true }, "list": { _ in true }, "tag": { _ in true }, "due": { _ in true },
    "output": { _ in true },
  ]

  /// Those that take any text, which must stand apart.
  private static let texts: Set = ["notes", "list", "tag", "due", "output"]

  private func reading(_ words: [String], _ word: String) -> Reading {
    if case .failure(let failure) = ItemsctlProgram.program.parse(words) {
      switch failure.reason {
      case .unknownOption, .missingValue, .invalidValue, .unexpectedValue: return .error
      default: break
      }
    }
    let query = ItemsctlProgram.program.completion(of: words + [""])
    return query.positionals.contains(word) ? .tag : .option
  }

  /// All words of so many letters.
  private func words(_ letters: [Character], _ counts: ClosedRange<Int>) -> [[Character]] {
    var words: [[Character]] = [[]]
    var all: [[Character]] = []
    for count in 1...counts.upperBound {
      words = words.flatMap { word in letters.map { word + [$0] } }
      if counts.contains(count) { all += words }
    }
    return all
  }

  @Test(arguments: withTags.map { $0.path.dropFirst().joined(separator: " ") })
  func `every word of up to four letters is what the rule says`(command: String) throws {
    let path = command.split(separator: " ").map(String.init)
    let chain = try #require(Self.withTags.first { $0.path.dropFirst().elementsEqual(path) })
    let options = chain.visibleOptions.filter { $0.short != nil }
    let names = Dictionary(uniqueKeysWithValues: options.map { ($0.short ?? "?", $0.name) })
    for option in options where option.takesValue {
      #expect(Self.values[option.name] != nil, "the rule knows no values of \(option.name)")
    }
    let all = Array("abcdefghijklmnopqrstuvwxyz")
    // The letters of the command, one of no option, and what values are made of.
    let few = names.keys.sorted() + ["x"]
    let fewest = Array(few.suffix(3)) + ["d", "u", "e", "5"]
    var readings: Set<String> = []
    for letters in words(all, 1...2) + words(few, 3...3) + words(fewest, 4...4) {
      for next in letters.count < 3 ? [nil, "5", "due", "milk"] as [String?] : [nil] {
        let word = "-" + String(letters)
        let line = path + [word] + (next.map { [$0] } ?? [])
        let expected = expected(letters, next: next) { names[$0] }
        let reading = reading(line, word)
        readings.insert("\(reading)")
        if reading != expected {
          Issue.record("\(line.joined(separator: " ")): \(reading), not \(expected)")
        }
      }
    }
    #expect(readings.count == 3, "\(readings)")
  }

  @Test func `without tags, every word behind a dash is an option or an error`() {
    let others = Self.commands.filter { chain in
      !chain.command.arguments.contains(where: \.acceptsDashedWords)
    }
    #expect(others.count > 15 && Self.withTags.count > 12)
    for chain in others {
      let path = Array(chain.path.dropFirst())
      for letters in words(Array("abdefhnqtvxyz"), 1...2) {
        let word = "-" + String(letters)
        if reading(path + [word], word) == .tag {
          Issue.record("\(path) takes \(word) for a word")
        }
      }
    }
  }

  @Test func `no text is the value of a letter that it follows without a space`() {
    var count = 0
    for chain in Self.commands {
      let path = Array(chain.path.dropFirst())
      for option in chain.visibleOptions where option.takesAnyText {
        guard let short = option.short else { continue }
        count += 1
        #expect(reading(path + ["-\(short)ext"], "-\(short)ext") != .option, "\(path)")
        #expect(reading(path + ["-\(short)", "ext"], "-\(short)") == .option, "\(path)")
        #expect(reading(path + ["-\(short)=ext"], "-\(short)=ext") == .option, "\(path)")
      }
    }
    #expect(count > 5)
  }

  @Test(arguments: ["-next", "-list", "-title", "-tomorrow", "-x", "-shop"])
  func `add takes no part of a word for a value, and says how to mean the word`(word: String)
    async throws
  {
    let shell = try Shell()
    let outcome = await shell("add", "Plan trip", word)
    #expect(outcome.code == .usage && outcome.output == "", "\(outcome)")
    #expect(outcome.errors.contains("For the word '\(word)' itself, write '--' before it."))
    #expect(await shell("add", "--", "Plan trip", word).code == .success)
    #expect(try await shell.repository.item(number: 1)?.title == "Plan trip \(word)")
  }

  private func shell() async throws -> Shell {
    let shell = try Shell()
    for words in [["a", "+x"], ["b", "+x", "+n"], ["c", "+x", "+y"]] {
      _ = await shell.run(["add", "-q"] + words)
    }
    return shell
  }

  @Test(arguments: [
    ["delete", "+x", "-n", "--yes"], ["delete", "+x", "-f", "--yes"], ["export", "-n", "1"],
    ["done", "+x", "-n", "--yes"], ["cancel", "-f", "+x", "--yes"], ["list", "-f"],
    ["tag", "1", "+x", "-y"], ["tag", "+z", "-y", "3"], ["edit", "3", "-y"],
    ["edit", "+x", "--tag", "z", "-y"], ["purge", "-n", "--yes"], ["count", "-s"],
    ["sync", "resolve", "-n", "+x"],
  ])
  func `a letter that is no option changes nothing, and says how to mean the tag`(words: [String])
    async throws
  {
    let shell = try await shell()
    let before = try await shell.repository.items()
    let outcome = await shell.run(words)
    #expect(outcome.code == .usage && outcome.output == "", "\(outcome)")
    let letter = words.compactMap { $0.count == 2 && $0.hasPrefix("-") ? $0.last : nil }[0]
    #expect(
      outcome.errors.hasPrefix(
        "Error: Unknown option '-\(letter)'. For the tag '\(letter)', write 'not tag:\(letter)'."
      ),
      "\(outcome.errors)"
    )
    #expect(try await shell.repository.items() == before)
  }

  @Test func `tags behind a dash are found and taken away`() async throws {
    let shell = try await shell()
    _ = await shell("add", "-q", "d", "+shop", "+next", "+later", "+tea")
    #expect(await shell("count", "-shop").output == "3\n")
    #expect(await shell("count", "-next", "-xyz").output == "3\n")
    #expect(await shell("count", "not", "tag:n").output == "3\n")
    #expect(await shell("edit", "4", "-next", "-later", "-tea").code == .success)
    let item = try #require(try await shell.repository.item(number: 4))
    #expect(item.tags == ["shop"] && item.list == Item.defaultList && item.notes == "")
    #expect(await shell("tag", "3", "not", "tag:y").code == .success)
    #expect(await shell("tag", "not", "tag:n", "+z", "2").code == .success)
    #expect(try await shell.repository.item(number: 3)?.tags == ["x"])
    #expect(try await shell.repository.item(number: 2)?.tags == ["x", "z"])
  }

  @Test func `a file's name directly behind a letter is no tag`() async throws {
    let errors = await (try Shell())("export", "-oall.json").errors
    #expect(errors.contains("Did you mean '-o all.json'?"), "\(errors)")
  }

  @Test(arguments: ["filters", "edit", "tag"])
  func `help says the rule in two sentences`(page: String) async throws {
    let text = await (try Shell())("help", page).output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(text.contains(FilterKey.dashRule))
    #expect(FilterKey.dashRule.split(separator: ". ").count == 2)
  }
}
