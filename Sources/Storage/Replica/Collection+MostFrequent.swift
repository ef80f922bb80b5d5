// The stamp that stands for most of several, so that only the others need be named.

extension Collection {
  /// The stamp that most elements have; the greatest of several such, the zero stamp where there are
  /// no elements.
  package func mostFrequentStamp(_ stamp: (Element) -> Stamp) -> Stamp {
    // As a rule all of them were written at once.
    if let first = first.map(stamp), allSatisfy({ stamp($0) == first }) { return first }
    var best = Stamp(time: 0, node: 0)
    var most = 0
    var run = 0
    var last: Stamp?
    for stamp in map(stamp).sorted() {
      run = stamp == last ? run + 1 : 1
      last = stamp
      if run >= most { (best, most) = (stamp, run) }
    }
    return best
  }
}
