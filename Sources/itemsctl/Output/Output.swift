// Where a command's words go: data to standard output, messages to standard error.

import Storage

/// The two streams of a command; standard output is gathered and written in large pieces.
final class Output: Sendable {
  /// What standard output is.
  let appearance: Appearance
  /// Whether what is not data is left unsaid.
  let isQuiet: Bool
  /// Whether a person sees the messages.
  let messagesAreSeen: Bool

  private let standardOutput: any ByteSink
  private let standardError: any ByteSink
  private let buffer = Locked<[UInt8]>([])
  private static let flushSize = 65_536

  init(
    to standardOutput: any ByteSink,
    messagesTo standardError: any ByteSink,
    appearance: Appearance,
    isQuiet: Bool = false,
    messagesAreSeen: Bool = false
  ) {
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.appearance = appearance
    self.isQuiet = isQuiet
    self.messagesAreSeen = messagesAreSeen
  }

  /// Writes bytes of data.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    let full = buffer.withLock { buffer -> [UInt8] in
      buffer += bytes
      guard buffer.count >= Output.flushSize else { return [] }
      defer { buffer.removeAll(keepingCapacity: true) }
      return buffer
    }
    if !full.isEmpty { try standardOutput.write(full) }
  }

  /// Writes a line of data.
  func print(_ line: String) throws(CommandFailure) {
    try write(Array(line.utf8) + [0x0A])
  }

  /// Writes a line that tells what was done, unless the command was asked to be quiet.
  func report(_ line: String) throws(CommandFailure) {
    if !isQuiet { try print(line) }
  }

  /// Writes a line beside the data, unless the command was asked to be quiet.
  func message(_ line: String) throws(CommandFailure) {
    guard !isQuiet else { return }
    try flush()
    try standardError.write(Array("\(line)\n".utf8))
  }

  /// Writes a hint that only a person would read.
  func hint(_ line: String) throws(CommandFailure) {
    if messagesAreSeen { try message(line) }
  }

  /// Writes an error's text, come what may.
  func fail(_ text: String) {
    try? flush()
    try? standardError.write(Array(text.utf8))
  }

  /// Hands over what has been gathered.
  func flush() throws(CommandFailure) {
    let bytes = buffer.withLock { buffer in
      defer { buffer = [] }
      return buffer
    }
    if !bytes.isEmpty { try standardOutput.write(bytes) }
  }
}
