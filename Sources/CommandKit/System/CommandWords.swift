/// The command line's arguments, which the system passes as bytes.
package enum CommandWords {
  /// The arguments after the program's name.
  ///
  /// Throws if one is not UTF-8: Swift would replace the bytes by U+FFFD, and so change a title or a
  /// path.
  package static func read() throws(CommandError) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
      guard let word = unsafe String(validatingCString: bytes) else {
        throw CommandError(
          .usage,
          "Argument \(index) is not UTF-8 text. Set the terminal's encoding to UTF-8."
        )
      }
      words.append(word)
    }
    return words
  }
}
