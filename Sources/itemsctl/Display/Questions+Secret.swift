extension Questions {
  /// A secret that a person types without seeing it, or that comes as the first line of standard input.
  ///
  /// - Parameters:
  ///   - question: What a person is asked.
  ///   - remedy: What to do where nobody can be asked and nothing comes.
  /// - Returns: The line without its end.
  /// - Throws: ``CommandError`` with code `usage` where nothing came, `cancelled` where nothing was typed.
  func secret(_ question: String, remedy: String) throws(CommandError) -> String {
    guard hasTerminal else { return try lineOfInput(remedy) }
    guard !isForbidden else {
      throw CommandError(.usage, "'--no-input' forbids asking for the token.", help: [remedy])
    }
    try output.prompt(question)
    guard let readSecret else { return try lineOfInput(remedy) }
    // The line feed that was typed was not shown either.
    defer { output.fail("\n") }
    guard let secret = try readSecret(), !secret.isEmpty else {
      throw CommandError(.cancelled, "Nothing was changed.")
    }
    return secret
  }

  private func lineOfInput(_ remedy: String) throws(CommandError) -> String {
    var line: [UInt8] = []
    while !line.contains(0x0A), line.count <= Questions.longestLine, let bytes = try input.next() {
      line += bytes
    }
    let text = String(decoding: line.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self).trimmed
    guard !text.isEmpty else {
      throw CommandError(.usage, "No token came by standard input.", help: [remedy])
    }
    return text
  }

  /// Longer than any address and token.
  private static let longestLine = 8_192
}
