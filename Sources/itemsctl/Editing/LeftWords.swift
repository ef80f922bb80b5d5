import Phrases
import Storage

/// Words that stayed in a title, and look as if they were to say something else than its name.
enum LeftWords {
  /// The command line that takes them out of the title of an item; nil where there is nothing to take out.
  ///
  /// Signs of other programs count, too: `(A)`, `#tag` and `@context`.
  static func command(for title: String, of number: String) -> (words: String, command: String)? {
    var (typed, meant, rest): ([String], [String], [String]) = ([], [], [])
    let words = title.split(whereSeparator: \.isWhitespace).map(String.init)
    for (index, word) in words.enumerated() {
      if let meaning = meaning(of: word, isFirst: index == 0) {
        typed.append(word)
        meant.append(meaning)
      } else {
        rest.append(word)
      }
    }
    guard !typed.isEmpty, !rest.isEmpty else { return nil }
    let command =
      "itemsctl edit \(number) \(meant.joined(separator: " ")) \"\(rest.joined(separator: " "))\""
    return (typed.joined(separator: " "), command)
  }

  private static func meaning(of word: String, isFirst: Bool) -> String? {
    if isFirst, let priority = priorities[word] { return "priority:\(priority.name)" }
    if word.count > 1, word.hasPrefix("#") || word.hasPrefix("@"),
      word.dropFirst().allSatisfy(\.isLetter)
    {
      return "+\(word.dropFirst())"
    }
    // What 'edit' alone has words for, 'notes:…' for example, is in the title for want of another place.
    switch FieldWord(word, of: ItemPart.editWords) {
    case .value(.title, _): return nil
    case .value(let part, _):
      return part == .tags && word.dropFirst().allSatisfy(\.isNumber) ? nil : word
    default: return nil
    }
  }

  private static let priorities: [String: Priority] = ["(A)": .high, "(B)": .medium, "(C)": .low]
}
