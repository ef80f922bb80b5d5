// Line breaks of other systems: CR LF and CR are line feeds in notes. A title is kept as it was given.
//
// Notes get line feeds when a command takes them in. An item that has other breaks already, from a library or an earlier version,
// keeps them until somebody edits them: changing all items would make each device send them again. So the formats of other
// programs, which cannot hold a CR, get line feeds when they are written, too.

package import Storage

extension String {
  /// The text with a line feed for each CR LF and each CR.
  package var withLineFeeds: String {
    guard utf8.contains(0x0D) else { return self }
    var scalars = String.UnicodeScalarView()
    var isBehindReturn = false
    for scalar in unicodeScalars {
      if !isBehindReturn || scalar != "\n" { scalars.append(scalar == "\r" ? "\n" : scalar) }
      isBehindReturn = scalar == "\r"
    }
    return String(scalars)
  }
}

extension ItemPart {
  /// A value of this part, with line feeds where it is notes.
  package func withLineFeeds(_ value: JSONValue) -> JSONValue {
    guard self == .notes, let text = value.string else { return value }
    return .string(text.withLineFeeds)
  }
}

extension Item {
  /// The item with line feeds in its notes.
  package var withLineFeeds: Item {
    var item = self
    item.notes = notes.withLineFeeds
    return item
  }

  /// The item with the notes of another one, where they differ in line breaks alone.
  package func keepingLineBreaks(of other: Item) -> Item {
    var item = self
    if notes == other.notes.withLineFeeds { item.notes = other.notes }
    return item
  }
}
