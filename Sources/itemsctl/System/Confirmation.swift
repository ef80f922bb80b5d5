// A question to a person.

/// Asks before something is done to many items at once.
struct Confirmation {
  let output: Output
  let input: any ByteSource

  /// Whether the answer is yes; no answer is a no.
  func ask(_ question: String) throws(CommandFailure) -> Bool {
    try output.prompt(question)
    var line: [UInt8] = []
    while !line.contains(0x0A), let bytes = try input.next() { line += bytes }
    let answer = String(decoding: line.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    return ["y", "yes"].contains(answer.lowercased())
  }
}
