import Storage
import Testing

@testable import CommandKit
@testable import itemsctl

/// Exports of Taskwarrior, a line of which is damaged.
@Suite struct `A damaged export of Taskwarrior` {
  private static let byNumber = ItemQuery(sort: [.ascending(.number)])

  private static func task(_ number: Int) -> String {
    "{\"description\":\"t\(number)\",\"entry\":\"20260101T120000Z\",\"status\":\"pending\",\"tags\":[\"a\"],"
      + "\"uuid\":\"01900000-0000-4000-8000-00000000000\(number)\"}"
  }

  private static let array = ["[", task(1) + ",", task(2) + ",", task(3), "]", ""]
  private static let plain = [task(1), task(2), task(3), ""]

  private func imported(
    _ lines: [String],
    _ words: [String] = []
  ) async throws -> (outcome: Outcome, titles: [String]) {
    let shell = try Shell()
    let outcome = await shell.run(["import", "-"] + words, input: lines.joined(separator: "\n"))
    return (outcome, try await shell.repository.items(Self.byNumber).map(\.title))
  }

  @Test(
    arguments: [
      "{\"description\":\"t", "{\"uuid\" 1}", "nothing,", "{\"uuid\":\"a\"},", "{}", "}", "]x",
    ],
    [1, 2, 3]
  )
  func `costs that task`(damage: String, line: Int) async throws {
    for (file, first) in [(Self.array, 0), (Self.plain, -1)] {
      var lines = file
      lines[line + first] = damage
      // A first line that is no JSON tells no format.
      let tellsFormat = first == 0 || line > 1 || damage.hasPrefix("{")
      for words in [[], ["--format", "taskwarrior"]] where tellsFormat || !words.isEmpty {
        let (outcome, titles) = try await imported(lines, words)
        #expect(titles == ["t1", "t2", "t3"].filter { $0 != "t\(line)" }, "\(outcome)")
        #expect(outcome.code == .badData)
        #expect(outcome.errors.contains("\n  line \(line + first + 1), column "), "\(outcome)")
        let (strict, none) = try await imported(lines, words + ["--strict"])
        #expect(strict.code == .badData && none.isEmpty, "\(strict)")
      }
    }
  }

  @Test(arguments: [
    (Array(array.dropLast(2)), "line 1: the '[' has no ']': the end of the file may be missing"),
    (Array(array.dropFirst()), "line 4: the ']' has no '['"),
  ])
  func `without an end or a beginning is told`(lines: [String], told: String) async throws {
    let words = ["--format", "taskwarrior"]
    let (outcome, titles) = try await imported(lines, words)
    #expect(titles == ["t1", "t2", "t3"] && outcome.errors == told + "\n", "\(outcome)")
    let (strict, none) = try await imported(lines, words + ["--strict"])
    #expect(strict.code == .badData && none.isEmpty && strict.errors.contains(told))
  }

  /// Whatever stands where, it is JSON.
  @Test(arguments: [
    [
      "[", task(1) + ",", "{\"description\":\"t2\",", " \"annotations\": [", " {", " }", " ]", "},",
      task(3), "]",
    ],
    ["[", task(1) + "," + task(2) + ",", task(3), "]"],
    ["  [", "  " + task(1) + " , ", task(2) + ",", task(3) + "]"],
    ["[" + task(1) + ",", task(2) + ",", task(3) + "]"],
    ["[", task(1), ",", task(2), ",", task(3), "]"],
    ["[\(task(1)),\(task(2)),\(task(3))]"],
  ])
  func `is none where only the lines are others`(lines: [String]) async throws {
    let text = lines.joined(separator: "\n")
    let count = try #require(try JSONParser.parse(text).array).count
    for words in [[], ["--format", "taskwarrior"]] {
      let (outcome, titles) = try await imported(lines, words)
      #expect(count == 3 && titles.count == (text.contains("annotations") ? 2 : 3), "\(outcome)")
    }
  }

  @Test func `that has no task on each line is refused`() async throws {
    let text = "[{\"title\":\"a\"},\n{\"title\":},\n{\"title\":\"b\"}]"
    let (outcome, titles) = try await imported([text])
    #expect(outcome.code == .badData && titles.isEmpty, "\(outcome)")
  }
}
