@testable import Storage

// Documents of tasks with headings, notes, code and subtasks.

extension RealFile {
  mutating func addMarkdown(
    _ task: Int,
    _ title: String,
    _ day: String,
    _ random: inout SeededGenerator
  ) {
    func line(_ text: String, _ effect: Effect) { lines.append(Line(text: text, effect: effect)) }
    let isFirst = task == 0
    if isFirst || random.chance(25) {
      line("", .tasks([]))
      line("# List \(task)", .list(Set(task..<taskCount)))
      line("", .tasks([]))
      if random.chance(30) {
        for text in ["```swift", "- [ ] no task", "let x = 1", "```", ""] { line(text, .tasks([])) }
      }
      parents.append(nil)
    } else {
      parents.append(random.chance(40) ? parents[task - 1] ?? task - 1 : nil)
    }
    let indent = parents[task] == nil ? "" : "  "
    let fields = random.pick([
      "", " due:\(day) priority:high", " 🔼 📅 \(day)", " [priority:: low]  [due:: \(day)]",
    ])
    let mark = random.pick(["- [ ]", "* [x]", "1. [-]", "- [/]"])
    // What is no task any longer is a note of the one above.
    line("\(indent)\(mark) \(title)\(fields)", .tasks(Set([task] + above(task))))
    for text in random.pick([
      [], ["  a note of it"], ["  > quoted", "  > lines"], ["", "  behind a blank line"],
      ["  ```", "  - [ ] no task", "  ```"],
    ]) {
      line(text.isEmpty ? "" : indent + text, .tasks(Set([task] + above(task))))
    }
  }

  /// The tasks that a line may belong to which stands where a task does.
  private func above(_ task: Int) -> [Int] {
    let before = task == 0 ? [] : [task - 1, parents[task - 1] ?? task - 1]
    return before + (parents[task].map { [$0] } ?? [])
  }
}
