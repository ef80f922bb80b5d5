#if canImport(Darwin)
import Foundation
#else
// As String+NFC.swift says, the standard library's normaliser is there without Foundation's.
@_spi(_Unicode) import Swift
#endif

/// The words that were searched for, to be found again in a text as the search index finds them.
package struct SearchWords: Sendable, Equatable {
  private let prefixes: [String]

  /// The words of texts; what is part of no word is passed over.
  package init(_ texts: [String]) {
    prefixes = texts.flatMap { SearchExpression.words(of: $0) }.map { $0.folded }
  }

  /// The words that a filter looks for, where an item that it holds for must have them or may.
  package init(of filter: ItemFilter) {
    self.init(filter.wantedTexts)
  }

  /// Whether there is no word to find.
  package var isEmpty: Bool { prefixes.isEmpty }

  /// The beginnings of words that are as one of the words, in their order, apart from each other.
  package func matches(in text: String) -> [Range<String.Index>] {
    guard !isEmpty else { return [] }
    return SearchExpression.words(of: text).compactMap { word in
      prefixes.compactMap { word.end(ofPrefixFoldingTo: $0) }.max().map { word.startIndex..<$0 }
    }
  }
}

extension ItemFilter {
  /// The texts that are asked for, and not asked away.
  fileprivate var wantedTexts: [String] {
    switch self {
    case .text(let text): [text]
    case .and(let filters), .or(let filters): filters.flatMap(\.wantedTexts)
    default: []
    }
  }
}

extension Substring {
  /// Where the beginning ends that is the prefix once case and diacritics are folded.
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

extension String {
  /// The scalars of normalisation form D.
  fileprivate var decomposed: [Unicode.Scalar] {
    #if canImport(Darwin)
    Array(decomposedStringWithCanonicalMapping.unicodeScalars)
    #else
    Array(_nfd)
    #endif
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool { properties.generalCategory == .nonspacingMark }
}
