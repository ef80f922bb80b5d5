/// The command line's words, which a system hands over as bytes.
enum CommandWords {
  /// The words behind the program's name.
  ///
  /// Throws where one is not UTF-8: Swift would put U+FFFD in place of the bytes, and a title or a
  /// path would be another one than was given.
  static func read() throws(CommandError) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
      guard let word = unsafe String(validatingCString: bytes) else {
        throw CommandError(
          .usage,
          "Argument \(index) is not UTF-8 text. See that the terminal's encoding is UTF-8."
        )
      }
      words.append(word)
    }
    return words
  }
}
