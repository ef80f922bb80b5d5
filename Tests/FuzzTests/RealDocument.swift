@testable import Storage

/// A Markdown document of tasks, with headings, notes, quotes, code and subtasks, each of whose lines has a role.
struct RealDocument {
  /// What a line is to the tasks.
  enum Role: Equatable {
    /// Empty.
    case blank
    /// The name of the list of all tasks up to the next one.
    case heading
    /// The task with this number.
    case task(Int)
    /// A part of the notes of the task above.
    case note
    /// The beginning or the end of code.
    case fence
    /// Code that belongs to no task.
    case code
  }

  /// One line.
  struct Line {
    let text: String
    let role: Role
  }

  private(set) var lines: [Line] = []
  private(set) var taskCount: Int
  private var words = 0

  /// The title of a task; no other line has it.
  static func title(_ task: Int) -> String { "Task number \(task) of all" }

  init(_ random: inout SeededGenerator) {
    taskCount = 2 + random.below(5)
    for task in 0..<taskCount {
      let isFirst = task == 0 || random.chance(25)
      if isFirst { addHeading(task, &random) }
      add(task, indent: !isFirst && random.chance(40) ? "  " : "", &random)
    }
  }

  private mutating func addHeading(_ task: Int, _ random: inout SeededGenerator) {
    add("", .blank)
    add("# List \(task)", .heading)
    add("", .blank)
    guard random.chance(30) else { return }
    add("```swift", .fence)
    add("- [ ] no task \(word())", .code)
    add("let x = 1", .code)
    add("```", .fence)
    add("", .blank)
  }

  private mutating func add(_ task: Int, indent: String, _ random: inout SeededGenerator) {
    let day = random.pick(["2026-12-24", "2027-01-31", "2026-02-28"])
    let fields = random.pick([
      "", " due:\(day) priority:high", " 🔼 📅 \(day)", " [priority:: low]  [due:: \(day)]",
    ])
    let mark = random.pick(["- [ ]", "* [x]", "1. [-]", "- [/]"])
    add("\(indent)\(mark) \(Self.title(task))\(fields)", .task(task))
    let inner = indent + "  "
    switch random.below(5) {
    case 0: add("\(inner)a note \(word())", .note)
    case 1:
      add("\(inner)> quoted \(word())", .note)
      add("\(inner)> lines \(word())", .note)
    case 2:
      add("", .blank)
      add("\(inner)behind a blank line \(word())", .note)
    case 3:
      add("\(inner)```", .fence)
      add("\(inner)- [ ] no task \(word())", .note)
      add("\(inner)```", .fence)
    default: break
    }
  }

  private mutating func add(_ text: String, _ role: Role) {
    lines.append(Line(text: text, role: role))
  }

  /// A word that no other line has.
  private mutating func word() -> String {
    words += 1
    return "word\(words)of\(taskCount)"
  }

  /// The bytes, with one line in another form.
  func bytes(replacing index: Int? = nil, by other: [UInt8] = []) -> [UInt8] {
    lines.enumerated().flatMap { place, line in
      (place == index ? other : Array(line.text.utf8)) + [0x0A]
    }
  }
}
