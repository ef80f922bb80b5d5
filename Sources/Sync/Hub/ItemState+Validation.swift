import Storage

extension ItemState {
  /// The code of the first rule that the state breaks, or nil.
  ///
  /// The codes are `field` (a name that no store keeps), `size`, and `depth` (more nested than every
  /// device can read). No field is required, and no form of a value refused: a later version may have
  /// dropped the one and brought the other, and absent means the default.
  package func violation(of limits: SyncLimits) -> String? {
    for entry in entries {
      let field = Field(name: entry.name)
      guard entry.name.utf8.count <= ItemState.maxNameBytes, field.isWellFormed, field.isNormalised
      else { return "field" }
      // First, since what counts the bytes goes as deep as the value does.
      if !entry.value.isNested(atMost: ItemLimits.attributeDepth) { return "depth" }
      if entry.value.contentBytes > limits.value { return "size" }
    }
    return nil
  }

  /// The longest name of a field, prefix included, in bytes of UTF-8.
  private static let maxNameBytes = ItemLimits.nameBytes + 8
}

extension Field {
  /// Whether the name is in the form in which stores write it.
  ///
  /// For the hub alone to ask: a device whose Unicode is older must not refuse what a newer wrote.
  fileprivate var isNormalised: Bool {
    switch self {
    case .tag(let name), .attribute(let name): utf8Equal(name, name.nfc)
    case .fixed, .unknown: true
    }
  }
}
