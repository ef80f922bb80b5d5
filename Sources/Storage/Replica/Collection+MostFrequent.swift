extension Collection {
  /// The most frequent stamp of the elements, of equally frequent ones the greatest; zero if empty.
  ///
  /// With this stamp named once, only the other stamps need be stored.
  ///
  /// Usually all of them were written at once. That is found out in the caller's code, which knows the elements' type: a
  /// generic function would copy each element to look at its stamp.
  @inlinable
  package func mostFrequentStamp(_ stamp: (Element) -> Stamp) -> Stamp {
    guard let first = first.map(stamp) else { return Stamp(time: 0, node: 0) }
    return allSatisfy { stamp($0) == first } ? first : Stamp.mostFrequent(of: map(stamp))
  }
}

extension Stamp {
  /// The most frequent of the stamps, of equally frequent ones the greatest.
  @usableFromInline
  package static func mostFrequent(of stamps: [Stamp]) -> Stamp {
    var best = Stamp(time: 0, node: 0)
    var most = 0
    var run = 0
    var last: Stamp?
    for stamp in stamps.sorted() {
      run = stamp == last ? run + 1 : 1
      last = stamp
      if run >= most { (best, most) = (stamp, run) }
    }
    return best
  }
}
