package import Files

/// A program of somebody else's that is given so much time, and may say what it likes.
///
/// It runs in a session of its own, so that it can be ended with all that it started. What it prints
/// is read, so that it never waits, and the beginning is kept.
package final class SupervisedProcess {
  /// How it ended.
  package enum Outcome: Hashable, Sendable {
    case ended(ChildProcess.End)
    /// Its time was over, and it was killed.
    case tookTooLong
  }

  private let process: ChildProcess
  private let output: FileDescriptor
  private let clock: @Sendable () -> ContinuousClock.Instant
  private let deadline: ContinuousClock.Instant
  private let keptBytes: Int
  /// The beginning of what it printed.
  package private(set) var printed: [UInt8] = []
  /// How it ended, once it has.
  package private(set) var outcome: Outcome?

  /// Starts a program, which reads from the descriptor that is given.
  ///
  /// Its limit is measured by the clock, which tests may hold.
  package init(
    _ words: [String],
    variables: [String: String],
    input: FileDescriptor,
    limit: Duration,
    keptBytes: Int = 4_096,
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) throws(SystemError) {
    let pipe = try PipeEnds()
    process = try ChildProcess(
      words,
      variables: variables,
      input: input,
      output: pipe.writing,
      errors: pipe.writing,
      inOwnSession: true
    )
    pipe.writing.close()
    output = pipe.reading
    self.clock = clock
    deadline = clock() + limit
    self.keptBytes = keptBytes
  }

  /// Waits for the end of one of them, or more, and no longer than that.
  package static func waitForOne(of processes: [SupervisedProcess], atMost limit: Duration) {
    let end = ContinuousClock.now + limit
    guard let first = processes.first else { return }
    while true {
      for process in processes { process.look() }
      guard processes.allSatisfy({ $0.outcome == nil }), ContinuousClock.now < end else { return }
      // Output ends the pause at once; an end without output is seen after the pause.
      first.pause()
    }
  }

  /// Waits for its end.
  package func wait() {
    while outcome == nil { SupervisedProcess.waitForOne(of: [self], atMost: .seconds(60)) }
  }

  private var isOutputOver = false

  private func pause() {
    if isOutputOver { FilePath.pause() } else { _ = output.waitForInput(milliseconds: 10) }
  }

  /// Reads what is there, and sees whether it is over.
  private func look() {
    guard outcome == nil else { return }
    // Its end comes first: what it printed before is there to be read then.
    let end = process.endIfOver()
    read()
    if let end {
      outcome = .ended(end)
    } else if clock() >= deadline {
      process.killSession()
      _ = process.end()
      // The pipe still holds the output since the last look.
      read()
      outcome = .tookTooLong
    }
  }

  /// Reads what is there: a pipe's worth, since what never stops printing must not hold us here.
  private func read() {
    for _ in 0..<16 where !isOutputOver && output.waitForInput(milliseconds: 0) {
      guard let bytes = try? output.read(atMost: 65_536), !bytes.isEmpty else {
        isOutputOver = true
        return
      }
      printed += bytes.prefix(max(0, keptBytes - printed.count))
    }
  }
}
