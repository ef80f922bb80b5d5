import Storage

/// The two streams of a command; standard output is gathered and written in large pieces.
package final class Output: Sendable {
  /// What standard output is.
  package let appearance: Appearance
  /// Whether what is not data is left unsaid.
  package let isQuiet: Bool
  /// Whether what is done is told step by step.
  package let isVerbose: Bool
  /// Whether a person sees the messages.
  package let messagesAreSeen: Bool
  /// The columns of a terminal on which a line of messages can be redrawn; nil for none.
  let redrawnWidth: Int?

  private let program: String
  private let standardOutput: any ByteSink
  private let standardError: any ByteSink
  private let buffer = Locked<[UInt8]>([])
  private let hasTransient = Locked(false)
  private let accomplished = Locked<String?>(nil)
  /// A failure to write to standard output while a message was written; the next flush throws it.
  private let unthrown = Locked<CommandError?>(nil)
  private static let flushSize = 65_536

  /// - Parameters:
  ///   - program: The program's name, which begins each detail.
  ///   - standardOutput: Where the data go.
  ///   - standardError: Where messages go.
  ///   - appearance: The place where the data go.
  ///   - isQuiet: True if nothing but data is written.
  ///   - isVerbose: True if each step is told.
  ///   - messagesAreSeen: True if a person reads the messages.
  ///   - redrawnWidth: The columns of a terminal on which a message can be redrawn.
  package init(
    of program: String,
    to standardOutput: any ByteSink,
    messagesTo standardError: any ByteSink,
    appearance: Appearance,
    isQuiet: Bool = false,
    isVerbose: Bool = false,
    messagesAreSeen: Bool = false,
    redrawnWidth: Int? = nil
  ) {
    self.program = program
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.appearance = appearance
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose && !isQuiet
    self.messagesAreSeen = messagesAreSeen
    self.redrawnWidth = redrawnWidth
  }

  /// Writes bytes of data.
  package func write(_ bytes: [UInt8]) throws(CommandError) {
    let full = buffer.withLock { buffer -> [UInt8] in
      // Long pieces need not be gathered.
      if buffer.isEmpty, bytes.count >= Output.flushSize { return bytes }
      buffer += bytes
      guard buffer.count >= Output.flushSize else { return [] }
      defer { buffer.removeAll(keepingCapacity: true) }
      return buffer
    }
    if !full.isEmpty { try standardOutput.write(full) }
  }

  /// Writes a line of data.
  package func print(_ line: String) throws(CommandError) {
    try write(Array(line.utf8) + [0x0A])
  }

  /// Writes a line that tells what was done, unless the command was asked to be quiet.
  package func report(_ line: String) throws(CommandError) {
    if !isQuiet { try print(line) }
  }

  /// Writes a line beside the data, unless the command was asked to be quiet.
  package func message(_ line: String) throws(CommandError) {
    guard !isQuiet else { return }
    endTransient()
    try finish()
    try standardError.write(Array("\(line)\n".utf8))
  }

  /// Writes a hint that only a person would read.
  package func hint(_ line: String) throws(CommandError) {
    if messagesAreSeen { try message(line) }
  }

  /// Writes a line about what is being done, with `--verbose`.
  package func detail(_ line: @autoclosure () -> String) {
    if isVerbose { fail("\(program): \(line().visible)\n") }
  }

  /// Notes what the command has done for good, so that a later error does not hide it.
  package func recordCompleted(_ sentence: String) {
    accomplished.withLock { $0 = sentence }
  }

  /// What was done for good, if anything was.
  package var completedWork: String? { accomplished.withLock { $0 } }

  /// Writes an error's text, whatever else fails.
  package func fail(_ text: String) {
    endTransient()
    do throws(CommandError) {
      try finish()
    } catch {
      unthrown.withLock { $0 = $0 ?? error }
    }
    try? standardError.write(Array(text.utf8))
  }

  /// Hands over what has been gathered, and waits until it is seen.
  package func finish() throws(CommandError) {
    try flush()
    try standardOutput.finish()
  }

  /// Throws where the reader of the output is gone.
  package func checkReader() throws(CommandError) { try standardOutput.checkReader() }

  /// Hands over what has been gathered.
  package func flush() throws(CommandError) {
    let failure = unthrown.withLock { failure in
      defer { failure = nil }
      return failure
    }
    if let failure { throw failure }
    let bytes = buffer.withLock { buffer in
      defer { buffer = [] }
      return buffer
    }
    if !bytes.isEmpty {
      endTransient()
      try standardOutput.write(bytes)
    }
  }
}

// MARK: - Lines that go again

extension Output {
  /// Whether a line of messages can be redrawn.
  package var redraws: Bool { redrawnWidth != nil && !isQuiet }

  /// Shows a line in the place of the one before; it goes when anything else is written.
  package func transient(_ line: String) throws(CommandError) {
    guard redraws, let redrawnWidth else { return }
    // One column is left free: in the last one, some terminals begin a new line.
    let text = line.visible.truncated(toWidth: max(1, redrawnWidth - 1))
    hasTransient.withLock { $0 = true }
    try standardError.write(Array("\r\u{1B}[K\(text)".utf8))
  }

  /// Takes the line away.
  package func endTransient() {
    let had = hasTransient.withLock { has in
      defer { has = false }
      return has
    }
    if had { try? standardError.write(Array("\r\u{1B}[K".utf8)) }
  }

  /// Asks a person something, whose answer stands on the same line.
  package func prompt(_ question: String) throws(CommandError) {
    endTransient()
    try finish()
    try standardError.write(Array(question.visible.utf8))
  }
}
