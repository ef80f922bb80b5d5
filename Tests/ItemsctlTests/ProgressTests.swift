import Storage
import Testing

@testable import itemsctl

@Suite struct ProgressTests {
  /// What is drawn when each step takes some milliseconds.
  private func drawn(
    step: Int,
    total: Int? = 10,
    redrawnWidth: Int? = 80,
    isQuiet: Bool = false
  ) throws -> [String] {
    let sink = CapturedSink()
    let time = Locked(Duration.zero)
    let output = Output(
      to: sink,
      messagesTo: sink,
      appearance: .plain,
      isQuiet: isQuiet,
      redrawnWidth: redrawnWidth
    )
    let progress = Progress(output, "Importing", total: total) { time.withLock { $0 } }
    for done in 1...10 {
      time.withLock { $0 += .milliseconds(step) }
      try progress.advance(to: done, count: 100 * done)
    }
    return sink.text.split(separator: "\r\u{1B}[K").map(String.init)
  }

  @Test func `work that ends soon says nothing`() throws {
    #expect(try drawn(step: 7).isEmpty)
  }

  @Test func `the first line comes within a tenth of a second, and then one now and again`() throws
  {
    let lines = try drawn(step: 40)
    #expect(lines.count == 5)
    #expect(lines.first == "Importing ████░░░░░░░░░░░░░░░░ 20 %, 200 items")
    #expect(lines.last == "Importing ████████████████████ 100 %, 1000 items")
  }

  @Test(arguments: [
    (49, "Importing ████████████████████ 100 %, 1000 items"),
    (48, "Importing 100 %, 1000 items"), (28, "Importing 100 %, 1000 items"),
    (27, "Importing 100 %"), (20, "Importing 100 %"),
  ]) func `on a narrow terminal nothing is cut off that would mislead`(
    width: Int,
    line: String
  ) throws {
    let lines = try drawn(step: 90, redrawnWidth: width)
    #expect(lines.last == line && lines.allSatisfy { $0.displayWidth < width })
  }

  @Test func `without an end in sight only the items are told`() throws {
    #expect(try drawn(step: 90, total: nil).first == "Importing… 100 items")
  }

  @Test func `a pipe and a quiet command get no line`() throws {
    #expect(try drawn(step: 500, redrawnWidth: nil).isEmpty)
    #expect(try drawn(step: 500, isQuiet: true).isEmpty)
  }
}
