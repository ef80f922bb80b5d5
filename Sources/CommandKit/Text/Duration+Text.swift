// How long something took.

extension Duration {
  /// The time in milliseconds with one decimal, for people.
  package var milliseconds: String {
    let tenths = components.seconds * 10_000 + components.attoseconds / 100_000_000_000_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
