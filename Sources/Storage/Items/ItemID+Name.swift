extension ItemID {
  /// The id of what another program knows by a name: the same each time.
  ///
  /// A UUID of version 8 with 122 bits of a hash of the text. <https://www.rfc-editor.org/rfc/rfc9562#section-5.8>
  package init(ofName name: String) {
    var hash = SipHash()
    hash.combine(name)
    let first = hash.finished()
    hash.combine(UInt8(1))
    let second = hash.finished()
    self.init(
      high: first & ~0xF000 | 0x8000,
      low: 0x8000_0000_0000_0000 | second >> 2
    )
  }
}
