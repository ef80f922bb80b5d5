package import ArgumentParsing
import Storage

/// A tag as it is typed to be put on an item.
///
/// An import accepts any name. A person who types a second sign by mistake would neither see it nor
/// find the tag again.
package struct TagName: ArgumentValue, Hashable {
  /// The tag in form C, as it is stored.
  package let name: String

  package init(argument: String) throws(ValueError) {
    try argument.checkAsName()
    let bare = argument.drop { $0 == "+" || $0 == "-" }
    guard bare.count == argument.count else {
      let name = bare.isEmpty ? "" : ": '\(bare)'"
      throw ValueError("write the tag without a sign before it\(name)")
    }
    name = argument.nfc
  }

  package var argumentText: String { name }
  package static let isAnyText = true
}
