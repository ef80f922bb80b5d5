/// A text as a key of sets and dictionaries, by its UTF-8 bytes.
///
/// Canonically equivalent texts share their `String` hash, so that hostile keys could collide; and they are equal
/// there, which they are not to a store.
struct UTF8Key: Hashable {
  let text: String

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  static func == (left: Self, right: Self) -> Bool { utf8Equal(left.text, right.text) }
}
