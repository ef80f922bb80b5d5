import ArgumentParsing
import Storage

/// The value of `--title`.
struct TitleText: ArgumentValue, Hashable {
  let text: String

  init(argument: String) throws(ValueError) {
    guard !argument.allSatisfy(\.isWhitespace) else { throw ValueError("it is empty") }
    text = argument
  }

  var argumentText: String { text }
}

/// A list as it is typed.
struct ListName: ArgumentValue, Hashable {
  let name: String

  init(argument: String) throws(ValueError) {
    try argument.checkAsName()
    name = argument
  }

  var argumentText: String { name }
}

/// A tag as it is typed to be put on an item.
///
/// An import accepts any name. A person who types a second sign by mistake would neither see it nor
/// find the tag again.
struct TagName: ArgumentValue, Hashable {
  /// The tag in form C, as it is stored.
  let name: String

  init(argument: String) throws(ValueError) {
    try argument.checkAsName()
    let bare = argument.drop { $0 == "+" || $0 == "-" }
    guard bare.count == argument.count else {
      let name = bare.isEmpty ? "" : ": '\(bare)'"
      throw ValueError("a tag is named without a sign in front of it\(name)")
    }
    name = argument.nfc
  }

  var argumentText: String { name }
}

extension String {
  /// Throws where the text cannot be meant as a name.
  fileprivate func checkAsName() throws(ValueError) {
    guard let first, let last else { throw ValueError("it is empty") }
    guard !first.isWhitespace, !last.isWhitespace else {
      throw ValueError("it begins or ends with a space")
    }
  }
}
