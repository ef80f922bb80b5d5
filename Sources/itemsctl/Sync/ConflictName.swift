import CommandKit
import Phrases
import Storage
import Sync

/// How a conflict or a kept text is named at the prompt.
///
/// `k12` and `k12.7f` name kept texts, see ``KeptTextNames``, and `c3` the conflict 3. A number alone is either, if only
/// one of them is there.
enum ConflictName {
  case number(Int)
  case conflict(Int)
  case kept(Int, code: Substring?)

  /// What is done with the conflicts that are named.
  enum Use {
    /// They are shown: `k12` names all texts of the item.
    case list
    /// Each is decided on by `mine` or `theirs`.
    case decide
    /// Kept texts are decided on by `both`; a conflict never is.
    case both
    /// Conflicts are decided on by `--keep` or `--drop`; a kept text never is.
    case keepOrDrop
  }

  /// Nil for a word that names nothing of these.
  init?(_ word: String) {
    let rest = word.dropFirst()
    switch word.utf8.first {
    case UInt8(ascii: "c"):
      guard let number = ConflictName.number(rest) else { return nil }
      self = .conflict(number)
    case UInt8(ascii: "k"):
      let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = parts.first, let number = ConflictName.number(first) else { return nil }
      if parts.count > 1, parts[1].isEmpty { return nil }
      self = .kept(number, code: parts.count > 1 ? parts[1] : nil)
    default:
      // A sign in front makes a tag of it.
      guard let number = ItemReference(word)?.number else { return nil }
      self = .number(number)
    }
  }

  private static func number(_ word: Substring) -> Int? {
    guard word.isDigits, let number = Int(word), number > 0 else { return nil }
    return number
  }
}

/// Conflicts and kept texts that somebody chose.
struct ChosenConflicts {
  var conflicts: [SyncConflict] = []
  var keptTexts: [KeptTextOfItem] = []

  /// Those of these that the names are for, in the order of the list.
  func named(
    _ names: [ConflictName],
    for use: ConflictName.Use
  ) throws(CommandError) -> ChosenConflicts {
    var chosen = ChosenConflicts()
    for name in names {
      let found = try named(name, for: use)
      chosen.conflicts += found.conflicts
      chosen.keptTexts += found.keptTexts
    }
    return ChosenConflicts(
      conflicts: conflicts.filter { chosen.conflicts.contains($0) },
      keptTexts: keptTexts.filter { chosen.keptTexts.contains($0) }
    )
  }

  private func named(
    _ name: ConflictName,
    for use: ConflictName.Use
  ) throws(CommandError) -> ChosenConflicts {
    switch name {
    case .conflict(let number): return ChosenConflicts(conflicts: [try conflict(number)])
    case .kept(let number, let code):
      guard use != .keepOrDrop else { throw notToKeep(texts(number), number) }
      return ChosenConflicts(keptTexts: try keptTexts(number, code, for: use))
    case .number(let number):
      let hasConflict = conflicts.contains { $0.number == number }
      switch (hasConflict, !texts(number).isEmpty, use) {
      case (_, true, .both), (false, true, .list), (false, true, .decide):
        return ChosenConflicts(keptTexts: try keptTexts(number, nil, for: use))
      case (false, true, .keepOrDrop): throw notToKeep(texts(number), number)
      case (true, true, .decide): throw try ambiguous(number)
      case (true, true, .list):
        return ChosenConflicts(conflicts: [try conflict(number)], keptTexts: texts(number))
      default: return ChosenConflicts(conflicts: [try conflict(number)])
      }
    }
  }

  private func texts(_ number: Int) -> [KeptTextOfItem] { keptTexts.filter { $0.number == number } }

  private func conflict(_ number: Int) throws(CommandError) -> SyncConflict {
    if let conflict = conflicts.first(where: { $0.number == number }) { return conflict }
    throw CommandError(
      .failure,
      "There is no conflict \(number).",
      help: ["'itemsctl sync conflicts' lists them by their numbers."]
    )
  }

  /// The texts of an item, or the one whose code begins so.
  private func keptTexts(
    _ number: Int,
    _ code: Substring?,
    for use: ConflictName.Use
  ) throws(CommandError) -> [KeptTextOfItem] {
    let texts = texts(number)
    guard !texts.isEmpty else {
      throw CommandError(
        .failure,
        "Item \(number) has no kept text.",
        help: ["'itemsctl sync conflicts' lists them."]
      )
    }
    let named = texts.filter { KeptTextNames.code(of: $0.kept).hasPrefix(code ?? "") }
    guard !named.isEmpty else {
      throw CommandError(
        .failure,
        "Item \(number) has no kept text '\(code.map(String.init)?.visible ?? "")'.",
        help: ["'itemsctl sync conflicts' lists them."]
      )
    }
    guard named.count == 1 || use == .list else {
      let names = KeptTextNames(texts)
      throw CommandError(
        .failure,
        "Item \(number) has \(named.count) kept texts. Name one of them, or several:",
        help: named.map { "\(names[$0])  \($0.kept.field.label): \(excerpt(of: $0.kept.text))" }
      )
    }
    return named
  }

  private func excerpt(of text: String) -> String { text.onOneLine.visible.truncated(toWidth: 50) }

  private func ambiguous(_ number: Int) throws(CommandError) -> CommandError {
    let conflict = try conflict(number)
    let title = texts(number).first?.title.visible ?? ""
    return CommandError(
      .failure,
      "\(number) is the number of a conflict, and of an item with a kept text.",
      help: [
        "c\(number)  the change of \"\(conflict.title.visible)\"",
        "k\(number)  the text kept beside \"\(title)\"",
      ]
    )
  }

  private func notToKeep(_ texts: [KeptTextOfItem], _ number: Int) -> CommandError {
    CommandError(
      .usage,
      "'--keep' and '--drop' are not for kept texts.",
      help: [
        "Write 'mine', 'theirs' or 'both' behind "
          + (texts.count == 1 ? "k\(number)." : "its name in 'itemsctl sync conflicts'.")
      ]
    )
  }
}
