extension ItemID {
  /// The id of the record of an occurrence: the same on every device that completes it.
  ///
  /// A UUID of version 8 with the item's own 48 bits of time, beside which its record is stored, and 74 bits of a
  /// hash of the item's id and the date. <https://www.rfc-editor.org/rfc/rfc9562#section-5.8>
  ///
  /// A rule that counts from done may give the same date again: `round` is how often it was done before.
  init(of occurrence: NominalDate, of item: ItemID, round: UInt64 = 0) {
    var hash = SipHash()
    hash.combine(item.high)
    hash.combine(item.low)
    hash.combine(occurrence.description)
    if round > 0 { hash.combine(round) }
    let first = hash.finished()
    hash.combine(UInt8(1))
    let second = hash.finished()
    self.init(
      high: item.high & ~0xFFFF | 0x8000 | first & 0x0FFF,
      low: 0x8000_0000_0000_0000 | second >> 2
    )
  }
}
