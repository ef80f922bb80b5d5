import Storage

extension ItemState {
  /// The code of the first rule that the state breaks, or nil.
  ///
  /// The codes are `field` (a name that no store keeps), `size`, and `depth` (nested deeper than
  /// every device can read). No field is required, and no form of a value is refused: a later
  /// version may have removed a field or added a form. A missing field has its default.
  package func violation(of limits: SyncLimits) -> String? {
    for entry in entries {
      guard entry.name.utf8.count <= ItemState.maxNameBytes, Field.isWellFormed(name: entry.name),
        Field.isNormalised(name: entry.name)
      else { return "field" }
      // First, since counting the bytes recurses as deep as the value.
      if !entry.value.isNested(atMost: ItemLimits.attributeDepth) { return "depth" }
      if entry.value.contentBytes > limits.value { return "size" }
    }
    return nil
  }

  /// The longest name of a field, in bytes of UTF-8: that of an attribute's kept text, with its stamp.
  private static let maxNameBytes = ItemLimits.nameBytes + 40
}

extension Field {
  /// Whether the name is in the form in which stores write it.
  ///
  /// Only the hub asks: a device with an older Unicode must not refuse what a newer one wrote.
  fileprivate static func isNormalised(name: String) -> Bool {
    // As most names are: below U+0300, everything is.
    if name.utf8.allSatisfy({ $0 < 0xCC }) { return true }
    return switch Field(name: name) {
    case .tag(let name), .attribute(let name): utf8Equal(name, name.nfc)
    case .fixed, .blocker, .unknown: true
    }
  }
}
