/// Merges two edits of one text, line by line.
///
/// A three-way merge, as version control does it: lines that both sides left alone divide the text, and
/// in each part between them at most one side may have changed something (Khanna, Kunal and Pierce, "A Formal
/// Investigation of Diff3", 2007). The caller gives the sides in the order of their stamps, so the
/// result does not depend on which device merges.
package struct TextMerge {
  /// Each different line once; the texts below are indices of it.
  private var lines: [ArraySlice<UInt8>] = []
  private var indices: [ArraySlice<UInt8>: Int] = [:]

  /// The text with both edits, or nil if they overlap.
  ///
  /// Of two insertions at one place, the earlier side's lines come first.
  package static func merge(base: String, earlier: String, later: String) -> String? {
    var merge = TextMerge()
    let (base, earlier, later) = (merge.read(base), merge.read(earlier), merge.read(later))
    guard let first = Alignment(of: base, in: earlier), let second = Alignment(of: base, in: later),
      let merged = merge.merge(base, (earlier, first), (later, second)),
      merge.hasNoCopies(merged, earlier, later)
    else { return nil }
    let bytes = merged.map { merge.lines[$0] }.joined(separator: [newline])
    return String(decoding: Array(bytes), as: UTF8.self)
  }

  /// Whether each line of `part` that is not blank stands in the text as often, or more often.
  package static func contains(_ text: String, everyLineOf part: String) -> Bool {
    var merge = TextMerge()
    let (text, part) = (merge.read(text), merge.read(part))
    let count = merge.counts(text)
    return merge.counts(part).allSatisfy { count[$0.key, default: 0] >= $0.value }
  }

  /// A text with those lines of another one at its end that it lacks; blank ones are left out.
  static func adding(_ other: String, to text: String) -> String {
    var merge = TextMerge()
    let lines = merge.read(text)
    let known = Set(lines)
    let added = merge.read(other).filter { !known.contains($0) && !merge.isBlank($0) }
    let bytes = (lines + added).map { merge.lines[$0] }.joined(separator: [newline])
    return String(decoding: Array(bytes), as: UTF8.self)
  }

  private static let newline = UInt8(ascii: "\n")

  /// A text as indices of its lines; an empty text has none.
  private mutating func read(_ text: String) -> [Int] {
    if text.isEmpty { return [] }
    return Array(text.utf8).split(separator: TextMerge.newline, omittingEmptySubsequences: false)
      .map { line in
        if let index = indices[line] { return index }
        indices[line] = lines.count
        lines.append(line)
        return lines.count - 1
      }
  }

  private typealias Side = (text: [Int], alignment: Alignment)

  private func merge(_ base: [Int], _ earlier: Side, _ later: Side) -> [Int]? {
    var merged: [Int] = []
    var (start, first, second) = (0, 0, 0)
    for place in 0...base.count {
      let isEnd = place == base.count
      let ends =
        isEnd
        ? (earlier.text.count, later.text.count)
        : (earlier.alignment[place] ?? -1, later.alignment[place] ?? -1)
      guard ends.0 >= 0, ends.1 >= 0 else { continue }
      guard
        let part = part(
          base[start..<place],
          earlier.text[first..<ends.0],
          later.text[second..<ends.1]
        )
      else { return nil }
      merged += part
      if !isEnd { merged.append(base[place]) }
      (start, first, second) = (place + 1, ends.0 + 1, ends.1 + 1)
    }
    return merged
  }

  /// What stands between two lines that both sides left alone.
  private func part(
    _ base: ArraySlice<Int>,
    _ earlier: ArraySlice<Int>,
    _ later: ArraySlice<Int>
  ) -> ArraySlice<Int>? {
    if earlier == later || later == base { return earlier }
    if earlier == base { return later }
    guard base.isEmpty else { return nil }
    if Set(earlier).isDisjoint(with: later.filter { !isBlank($0) }) { return earlier + later }
    // Both inserted the same lines, and one of them some more.
    if earlier.isSubsequence(of: later) { return later }
    return later.isSubsequence(of: earlier) ? earlier : nil
  }

  /// Whether no line occurs more often than in either side: both may have brought it to two places.
  private func hasNoCopies(_ merged: [Int], _ earlier: [Int], _ later: [Int]) -> Bool {
    let (first, second) = (counts(earlier), counts(later))
    return counts(merged).allSatisfy { line, count in
      count <= max(first[line, default: 0], second[line, default: 0])
    }
  }

  /// How often each line occurs that is not blank.
  private func counts(_ text: [Int]) -> [Int: Int] {
    text.reduce(into: [:]) { counts, line in
      if !isBlank(line) { counts[line, default: 0] += 1 }
    }
  }

  private func isBlank(_ line: Int) -> Bool {
    lines[line].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == 13 }
  }
}

/// Where the lines of a text that an edit left alone stand in the edited text.
private struct Alignment {
  private var places: [Int?]

  subscript(line: Int) -> Int? { places[line] }

  /// Nil for texts that are too long to compare.
  init?(of base: [Int], in edited: [Int]) {
    let start = zip(base, edited).prefix { $0 == $1 }.count
    let rest = min(base.count, edited.count) - start
    let end = zip(base.reversed(), edited.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let old = base[start..<base.count - end]
    let new = edited[start..<edited.count - end]
    guard old.count + new.count <= Alignment.maxLines else { return nil }
    places = Array(repeating: nil, count: base.count)
    for line in 0..<start { places[line] = line }
    for line in 0..<end { places[base.count - 1 - line] = edited.count - 1 - line }
    let difference = Array(new).difference(from: Array(old))
    var removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    let kept = new.indices.filter { !inserted.contains($0 - start) }
    var next = kept.makeIterator()
    for line in old.indices where removed.remove(line - start) == nil { places[line] = next.next() }
  }

  /// The most lines between the first and the last difference, of both texts together.
  ///
  /// The standard library's comparison takes memory by the square of the differences: 36 MB for these.
  private static let maxLines = 3_000
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

extension Sequence where Element: Equatable {
  /// Whether the other sequence has these elements in this order, with any between them.
  fileprivate func isSubsequence(of other: some Sequence<Element>) -> Bool {
    var rest = other.makeIterator()
    return allSatisfy { element in
      while let next = rest.next() { if next == element { return true } }
      return false
    }
  }
}
