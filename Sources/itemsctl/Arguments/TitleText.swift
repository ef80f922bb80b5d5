import ArgumentParsing

/// The value of `--title`.
struct TitleText: ArgumentValue, Hashable {
  let text: String

  init(argument: String) throws(ValueError) {
    guard !argument.allSatisfy(\.isWhitespace) else { throw ValueError("it is empty") }
    text = argument
  }

  var argumentText: String { text }
}
