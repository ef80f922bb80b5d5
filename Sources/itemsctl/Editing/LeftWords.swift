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
    switch FieldWord(word) {
    case .value(let part, _):
      return part == .tags && word.dropFirst().allSatisfy(\.isNumber) ? nil : word
    default: return nil
    }
  }

  private static let priorities: [String: Priority] = ["(A)": .high, "(B)": .medium, "(C)": .low]

  /// The end of a title that looks like a date, and is none that is understood; nil for any other.
  static func unreadableDate(at title: String) -> String? {
    let words = title.split(whereSeparator: \.isWhitespace)
    guard words.count > 1, let last = words.last else { return nil }
    let (word, before) = (last.lowercased(), words[words.count - 2].lowercased())
    if looksLikeDate(word) { return String(last) }
    if partsOfDays.contains(word),
      Weekday(word: before) != nil || ["today", "tomorrow"].contains(before)
    {
      return "\(words[words.count - 2]) \(last)"
    }
    if before == "by", MonthName.number(of: word) != nil { return "by \(last)" }
    return nil
  }

  private static let partsOfDays: Set = ["morning", "afternoon", "evening", "night"]

  /// `12/05`, `5.13.`, `13pm`, `25:00`; not `2.0`.
  private static func looksLikeDate(_ word: String) -> Bool {
    let isClock = word.hasSuffix("am") || word.hasSuffix("pm")
    let numbers = word.dropLast(isClock ? 2 : 0)
    for separator in isClock ? [":"] : ["/", ".", ":"] as [Character] {
      let parts = numbers.split(separator: separator)
      guard parts.allSatisfy({ $0.isDigits && $0.utf8.count <= 4 }), let last = parts.last,
        (parts.first?.utf8.count ?? 0) <= 2
      else { continue }
      switch (parts.count, separator) {
      case (1, ":") where isClock: return true
      case (2, ":"), (2, "/"): return true
      case (2, "."): return word.hasSuffix(".")
      case (3, "/"), (3, "."): return last.utf8.count == 2 || last.utf8.count == 4
      default: continue
      }
    }
    return false
  }
}
