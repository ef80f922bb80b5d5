/// The number of insertions, deletions, replacements and swaps of neighbours between two words.
///
/// Damerau's distance restricted to optimal string alignment: no part is edited twice, so "ca"
/// to "abc" is 3. Takes time in the product of the lengths.
package func editDistance(_ first: String, _ second: String) -> Int {
  let a = Array(first)
  let b = Array(second)
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in b.indices {
      let replaced = last[j] + (a[i] == b[j] ? 0 : 1)
      var best = min(replaced, last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}

/// Whether a word is probably another one with a typing error: one edit, or one per four letters.
///
/// It is narrower than ``suggestion(for:among:)``, for words that may well be meant as they are.
package func isSlip(_ word: String, of other: String) -> Bool {
  editDistance(word, other) <= max(1, other.count / 4)
}

/// The candidate nearest to a word: fewer than four edits away, and more than half alike.
///
/// Without the second rule `xyz` would become `sync`, and `remove` become `reopen`. A candidate
/// that begins with the word is the nearest; of equally near ones the first wins.
package func suggestion(for word: String, among candidates: [String]) -> String? {
  if word.count > 2, let whole = candidates.first(where: { $0.hasPrefix(word) }) { return whole }
  var best: (candidate: String, distance: Int)?
  for candidate in candidates where abs(candidate.count - word.count) < 4 {
    let distance = editDistance(word, candidate)
    guard distance < 4, 2 * distance < max(word.count, candidate.count) else { continue }
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.candidate
}
