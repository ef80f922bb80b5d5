package import Storage

extension ItemState {
  /// The text that this is the content of in lost-and-found, see `RowMerge.DisplacedText`; nil for a whole item.
  package var displacedText: KeptText? {
    guard entries.count <= 2, deletion == nil,
      let entry = entries.first(where: { $0.name != Field.Fixed.title.name }) ?? entries.first,
      let text = entry.value.string
    else { return nil }
    return KeptText(field: Field(name: entry.name), stamp: entry.stamp, text: text)
  }

  /// Drops the oldest decisions on kept texts if there are too many, and returns whether there were not.
  ///
  /// A decision has to stay while another device may bring the text again; at most 100 bytes each,
  /// so this many cost an item little. If a device that slept meanwhile does bring the text of a
  /// dropped decision, the person is asked again: nothing is lost.
  package mutating func dropOldDecisions(keeping most: Int) -> Bool {
    let decisions = entries.filter(\.isResolvedText)
    guard decisions.count > most else { return true }
    let oldest = Set(
      decisions.sorted { $0.stamp < $1.stamp }.prefix(decisions.count - most).map(\.name)
    )
    entries.removeAll { $0.value == .null && oldest.contains($0.name) }
    return false
  }
}
