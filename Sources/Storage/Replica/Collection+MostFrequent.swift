extension Collection {
  /// The most frequent stamp of the elements, of equally frequent ones the greatest; zero if empty.
  ///
  /// With this stamp named once, only the other stamps need be stored.
  package func mostFrequentStamp(_ stamp: (Element) -> Stamp) -> Stamp {
    // Usually all of them were written at once.
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
