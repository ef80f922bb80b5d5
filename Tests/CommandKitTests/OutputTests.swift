import CommandKit
import Storage
import Testing

/// A sink that takes what it is given, until it is full.
private final class FillingSink: ByteSink {
  private let state = Locked((bytes: [UInt8](), isFull: false))

  var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

  func fill() { state.withLock { $0.isFull = true } }

  func write(_ bytes: [UInt8]) throws(CommandError) {
    let isFull = state.withLock { state in
      if !state.isFull { state.bytes += bytes }
      return state.isFull
    }
    if isFull { throw CommandError(.inputOutput, "The disk is full.") }
  }
}

@Suite struct OutputTests {
  private let data = FillingSink()
  private let messages = FillingSink()

  private func output(isQuiet: Bool = false, isVerbose: Bool = false) -> Output {
    Output(
      of: "boats",
      to: data,
      messagesTo: messages,
      appearance: .plain,
      isQuiet: isQuiet,
      isVerbose: isVerbose
    )
  }

  @Test func `data come before the message that follows them, and details name the program`() throws
  {
    let output = output(isVerbose: true)
    try output.print("one")
    #expect(data.text.isEmpty)
    try output.message("beside")
    #expect(data.text == "one\n" && messages.text == "beside\n")
    output.detail("a step")
    #expect(messages.text == "beside\nboats: a step\n")
  }

  @Test func `a quiet output has its data, and neither messages nor reports nor details`() throws {
    let output = output(isQuiet: true, isVerbose: true)
    try output.print("data")
    try output.report("done")
    try output.message("beside")
    output.detail("a step")
    try output.finish()
    #expect(data.text == "data\n" && messages.text.isEmpty)
  }

  @Test(arguments: [true, false])
  func `data that were lost while a detail or an error was written are an error at the end`(
    isDetail: Bool
  ) throws {
    let output = output(isVerbose: true)
    try output.print("lost")
    data.fill()
    if isDetail { output.detail("a step") } else { output.fail("An error\n") }
    #expect(!messages.text.isEmpty)
    let failure = #expect(throws: CommandError.self) { try output.finish() }
    #expect(failure?.code == .inputOutput)
    // It is thrown once: the output can end.
    try output.finish()
  }

  @Test func `an error is written though no data can be`() {
    data.fill()
    let output = output()
    output.fail("An error\n")
    #expect(messages.text == "An error\n")
  }
}
