import ArgumentParsing

@testable import CommandKit
@testable import Storage
@testable import itemsctl

/// A command line is understood or refused in words; each of its beginnings can be completed.
struct CommandLineSubject: FuzzSubject {
  private static let mutation = ByteMutation([
    " ", "--", "-", "=", "'", "\"", "\\", "--store=", "-p", "-vq", "--no-", "\t", ":", "é", "+",
    "\u{1B}",
  ])

  private static let words = [
    "add", "list", "help", "sync", "status", "config", "set", "sort", "--store", "a.json",
    "--format=json", "-n5", "-n", "5", "--", "-h", "--version", "list:home", "+shop", "-tag",
    "'two words'", "\"open", "completions", "zsh", "import", "-", "__complete", "",
  ]

  func input(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array("itemsctl ".utf8)
    for _ in 0..<random.below(7) { bytes += (random.pick(Self.words) + " ").utf8 }
    if random.chance(50) { Self.mutation.apply(to: &bytes, &random) }
    return bytes
  }

  func verdict(on input: [UInt8]) throws -> FuzzVerdict {
    let text = String(decoding: input, as: UTF8.self)
    let line = ShellLine(text, wordBreaks: " =:")
    try require((line.words.last ?? "").count >= line.keptLength, "keeps more than there is")
    let words = Array(line.words.dropFirst())
    let query = ItemsctlProgram.program.completion(of: words)
    try require((words.last ?? "").hasSuffix(query.typed), "'\(query.typed)' was not typed")
    let reply = CompletionReply(
      query: query,
      candidates: query.candidates,
      visible: { $0.visible },
      measure: { $0.displayWidth }
    )
    for answer in [reply.explained, reply.bash(line, showsExplanations: true)] {
      try require(!answer.isEmpty && answer.allSatisfy { !$0.contains("\n") }, "\(answer)")
    }
    switch ItemsctlProgram.program.parse(words) {
    case .failure(let failure):
      try require(failure.text().hasPrefix("Error: "), "no reason is told")
      return .refused
    case .run, .help, .version:
      return .accepted
    }
  }
}
