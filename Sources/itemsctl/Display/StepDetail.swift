import CommandKit
import Phrases
import Storage

/// All changes of a step: each item, and below it each field with its values before and after.
struct StepDetail {
  let lines: [String]

  init(
    _ changes: [HistoryStep.Change],
    _ names: ItemNames,
    _ calendar: LocalCalendar
  ) {
    lines = changes.flatMap { change -> [String] in
      let name = names[change.item] ?? "an item that is gone (\(change.item.short))"
      let head = "\(StepVerb(change.kind).rawValue) \(name)"
      guard case .edited(let edits) = change.kind else { return [head] }
      return [head]
        + ItemDifference(edits, calendar, names: names).parts.flatMap { part in
          part == ItemPart.notes.typedName ? StepDetail.notes(edits) : ["  \(part)"]
        }
    }
  }

  /// The lines of the notes that came and went.
  private static func notes(_ edits: [HistoryStep.Edit]) -> [String] {
    guard let edit = edits.first(where: { $0.field == .fixed(.notes) }) else { return [] }
    let texts = [edit.before, edit.after].map { value in
      (value.string ?? "").visibleLines.split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    }
    // The algorithm's memory grows with the square of what differs.
    guard texts[0].count + texts[1].count <= 2_000 else {
      let counts = texts.map { counted($0.count, "line") }
      return ["  \(ItemPart.notes.typedName)  \(counts[0]) → \(counts[1])"]
    }
    let difference = texts[1].difference(from: texts[0])
    let removed = difference.removals.map { "    - \($0.line)" }
    let added = difference.insertions.map { "    + \($0.line)" }
    return ["  \(ItemPart.notes.typedName)"] + (removed + added).filter { $0.dropFirst(6) != "" }
  }
}

extension CollectionDifference.Change where ChangeElement == String {
  fileprivate var line: String {
    switch self {
    case .insert(_, let line, _), .remove(_, let line, _): line
    }
  }
}
