/// The words of a search; finds them in a text as the search index does.
package struct SearchWords: Sendable, Equatable {
  private let prefixes: [String]

  /// The words of texts; characters that are not part of a word are ignored.
  package init(_ texts: [String]) {
    prefixes = texts.flatMap { SearchExpression.words(of: $0) }.map { $0.folded }
  }

  /// The words that a filter looks for, if an item that it matches must or may have them.
  package init(of filter: ItemFilter) {
    self.init(filter.wantedTexts)
  }

  /// Whether there is no word to find.
  package var isEmpty: Bool { prefixes.isEmpty }

  /// The ranges of the beginnings of words that match one of the words, in order, without overlaps.
  package func matches(in text: String) -> [Range<String.Index>] {
    guard !isEmpty else { return [] }
    return SearchExpression.words(of: text).compactMap { word in
      prefixes.compactMap { word.end(ofPrefixFoldingTo: $0) }.max().map { word.startIndex..<$0 }
    }
  }
}

// MARK: - Items in memory

extension SearchWords {
  /// Whether each of the words begins a word of the item.
  func areFound(in item: Item) -> Bool {
    guard !isEmpty else { return true }
    let words = Self.words(of: item)
    return prefixes.allSatisfy { prefix in words.contains { $0.begins(with: prefix) } }
  }

  /// How well the item matches: the share of its words that were asked for, negative so that the best comes first.
  func rank(of item: Item) -> Double {
    let words = Self.words(of: item)
    let found = words.count { word in prefixes.contains { word.begins(with: $0) } }
    return -Double(found) / Double(max(words.count, 1))
  }

  private static func words(of item: Item) -> [String] {
    ([item.title, item.notes] + item.tags)
      .flatMap { text in SearchExpression.words(of: text).map(\.folded) }
  }
}

extension String {
  /// Whether it begins so, scalar by scalar.
  fileprivate func begins(with prefix: String) -> Bool {
    unicodeScalars.starts(with: prefix.unicodeScalars)
  }
}

extension ItemFilter {
  /// The texts that the filter looks for, without those within a `not`.
  fileprivate var wantedTexts: [String] {
    switch self {
    case .text(let text): [text]
    case .and(let filters), .or(let filters): filters.flatMap(\.wantedTexts)
    default: []
    }
  }
}

extension Substring {
  /// The end of the beginning that equals the prefix after folding case and diacritics.
  fileprivate func end(ofPrefixFoldingTo prefix: String) -> Index? {
    var folded = ""
    var end = startIndex
    while end < endIndex, folded.unicodeScalars.count < prefix.unicodeScalars.count {
      folded += String(self[end]).folded
      end = index(after: end)
    }
    return folded.unicodeScalars.starts(with: prefix.unicodeScalars) ? end : nil
  }
}

extension StringProtocol {
  /// The text without case and without marks on its letters.
  fileprivate var folded: String {
    var folded = String.UnicodeScalarView()
    for scalar in String(self).decomposed where !scalar.isMark {
      folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
    }
    return String(folded)
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool { properties.generalCategory == .nonspacingMark }
}
