import CommandKit
import Sync

/// Reads what nobody may see: typed without an echo, or from a pipe.
struct SecretInput {
  let context: CommandContext
  /// What is read, as in `The token`.
  let name: String
  /// What to do where nothing can be read.
  let advice: [String]

  /// All of standard input if it is a pipe or a file; else what a person types after the question.
  ///
  /// A text that is not whole is followed by another line.
  func read(
    _ question: String,
    isWhole: (String) -> Bool = { _ in true }
  ) throws(CommandError) -> String {
    guard context.world.inputIsTerminal else {
      let text = try context.world.input.readText(
        limit: 65_536,
        of: "Standard input",
        "nothing is kept"
      )
      guard text.contains(where: { !$0.isWhitespace }) else {
        throw CommandError(.usage, "\(name) is missing: standard input is empty.", help: advice)
      }
      return text
    }
    guard context.questions.mayAsk else {
      throw CommandError(
        .usage,
        "\(name) is missing, and there is no terminal to ask for it.",
        help: advice
      )
    }
    return try typed(question, isWhole)
  }

  private func typed(
    _ question: String,
    _ isWhole: (String) -> Bool
  ) throws(CommandError) -> String {
    let (world, output) = (context.world, context.output)
    try world.hideTyping()
    defer { world.showTyping() }
    try output.prompt(question)
    var bytes: [UInt8] = []
    var text: String { String(decoding: bytes, as: UTF8.self) }
    while let more = try world.input.next() {
      bytes += more
      if bytes.last == 0x0A, isWhole(text) { break }
    }
    // The line feed that was typed is not shown.
    output.fail("\n")
    return text
  }
}
