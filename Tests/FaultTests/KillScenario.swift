import Foundation
import Storage
import TemporaryFolders
import Testing

/// A command of the probe on a kind of store.
struct KillScenario: Sendable, CustomTestStringConvertible, CustomStringConvertible {
  let command: String
  let file: String
  /// About how many system calls it makes in a few moments.
  let calls: Int
  var options: [String] = []
  /// A stored store to begin with.
  var model: String?

  static let all = [
    KillScenario(command: "add", file: "items.sqlite", calls: 600),
    KillScenario(command: "add", file: "items.sqlite", calls: 600, options: ["normal=yes"]),
    KillScenario(command: "add", file: "items.json", calls: 400),
    KillScenario(command: "import", file: "items.sqlite", calls: 2_500, options: ["size=500"]),
    KillScenario(command: "import", file: "items.json", calls: 150, options: ["size=100"]),
    KillScenario(command: "undo", file: "items.sqlite", calls: 800),
    KillScenario(command: "undo", file: "items.json", calls: 400),
    KillScenario(command: "reopen", file: "items.sqlite", calls: 1_200),
    KillScenario(command: "migrate", file: "items.sqlite", calls: 140, model: "schema-1.sqlite"),
    KillScenario(command: "migrate", file: "items.json", calls: 40, model: "schema-1.json"),
    KillScenario(command: "backup", file: "items.sqlite", calls: 500, model: "schema-1.sqlite"),
    KillScenario(command: "backup", file: "items.json", calls: 150, model: "schema-1.json"),
    KillScenario(command: "restore", file: "items.sqlite", calls: 900, model: "schema-1.sqlite"),
    KillScenario(command: "restore", file: "items.json", calls: 150, model: "schema-1.json"),
  ]

  var description: String { ([command, file] + options).joined(separator: " ") }

  var testDescription: String { description }
}

/// The folder of one kill.
final class KillPlace: Sendable {
  private let scenario: KillScenario
  private let folder: TemporaryFolder
  private let path: String

  init(_ scenario: KillScenario) throws {
    self.scenario = scenario
    folder = try TemporaryFolder()
    path = folder.file(scenario.file)
    guard let model = scenario.model else { return }
    try FileManager.default.copyItem(atPath: StoredStore.path(model), toPath: path)
    if scenario.command == "restore" {
      try FileManager.default.copyItem(atPath: path, toPath: folder.file("from"))
    }
  }

  /// Lets the probe work and kills it; syncs are left out, as the system outlives the process.
  func run(_ moment: KillMoment) async throws -> Probe.Result {
    var words = [scenario.command, path, "syncs=no", "from=\(folder.file("from"))"]
    words += scenario.options
    switch moment {
    case .microseconds(let count): return try await Probe(words).killed(after: count)
    case .call(let number): return try await Probe(words + ["die=\(number)", "count=300"]).result()
    }
  }
}

extension KillPlace {
  /// What is wrong with what the process left; each problem is recorded too.
  func problems(after result: Probe.Result) async -> [String] {
    var problems: [String] = []
    // Where fewer calls were made than were to be waited for, the process came to its end.
    if result.code != 128 + SIGKILL, result.code != 0 {
      problems.append("ended with \(result.code)")
    }
    problems += result.said("failed")
    do {
      problems += try await lookAtStore(result)
      problems += try await lookAtCopies(result)
    } catch {
      problems.append("\(error)")
    }
    for problem in problems { Issue.record("\(problem)") }
    return problems
  }

  private func lookAtStore(_ result: Probe.Result) async throws -> [String] {
    let store = try StoreLocation(path).open()
    var problems = try await store.check().map(\.message)
    let items = try await store.items(ItemQuery(sort: [.ascending(.number)]))
    let titles = Set(items.map(\.title))
    if scenario.model != nil, !titles.isSuperset(of: StoredStore.titles) {
      problems.append("items of the store as it was are lost")
    }
    switch scenario.command {
    case "import": problems += lookAtLists(items, result)
    case "undo": problems += lookAtUndone(items, result)
    default:
      for line in result.said("added") {
        let title = String(line.split(separator: " ")[1])
        if !titles.contains(title) { problems.append("'\(title)' was acknowledged and is lost") }
      }
    }
    let next = try await store.add("next")
    if let last = items.last, next.number <= last.number { problems.append("a number came twice") }
    await store.close()
    return problems
  }

  private func lookAtLists(_ items: [Item], _ result: Probe.Result) -> [String] {
    let size = Int(scenario.options[0].dropFirst("size=".count))
    let lists = Dictionary(grouping: items, by: \.list)
    let halves = lists.filter { $0.value.count != size }
    let lost = result.said("imported").filter { lists[$0] == nil }
    return (halves.isEmpty ? [] : ["half of an import is there"])
      + (lost.isEmpty ? [] : ["an import was acknowledged and is lost"])
  }

  /// The last step may have been done, and only not said.
  private func lookAtUndone(_ items: [Item], _ result: Probe.Result) -> [String] {
    let numbers = Set(items.map(\.number))
    let steps = result.lines.compactMap { line -> (String, Int)? in
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]) else { return nil }
      return (String(words[0]), number)
    }
    // Only what was followed by another item's step is sure.
    return Set(steps.dropLast().map(\.1)).filter { $0 != steps.last?.1 }.compactMap { number in
      let last = steps.last { $0.1 == number }
      let isThere = last?.0 != "undone"
      return numbers.contains(number) == isThere ? nil : "item \(number) is not as was said"
    }
  }

  private func lookAtCopies(_ result: Probe.Result) async throws -> [String] {
    let ending = scenario.file.hasSuffix("json") ? ".json" : ".sqlite"
    var problems: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.contains(".copy-") && !name.hasPrefix(".") && !name.contains("-wal") {
      let copy = folder.file("looked-at" + ending)
      try FileManager.default.copyItem(atPath: folder.file(name), toPath: copy)
      let store = try StoreLocation(copy).open()
      problems += try await store.check().map(\.message)
      if try await store.count(.all) != StoredStore.titles.count { problems.append("half a copy") }
      await store.close()
      try FileManager.default.removeItem(atPath: copy)
    }
    for copy in result.said("copied") where !FileManager.default.fileExists(atPath: copy) {
      problems.append("a copy was acknowledged and is lost")
    }
    return problems
  }
}
