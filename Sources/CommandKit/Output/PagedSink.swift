import ChildProcesses
import Files
import Storage

/// Keeps the first lines back; when they are more than a screen, a pager shows them and the rest.
///
/// A text that fits the screen is written as it is, and no program is started for it.
package final class PagedSink: ByteSink {
  /// What has become of the text.
  private enum State {
    /// It may still fit the screen.
    case gathering([UInt8])
    /// A pager takes it.
    case paging(ChildProcess, DescriptorSink)
    /// It goes straight to the terminal.
    case direct
    /// Nobody wants more of it.
    case left
  }

  private let terminal: any ByteSink
  private let height: Int
  private let command: PagerCommand
  private let environment: ProcessEnvironment
  private let state = Locked(State.gathering([]))

  /// - Parameters:
  ///   - terminal: What the text is for.
  ///   - height: The lines of a screen.
  ///   - command: The pager.
  ///   - environment: What it is started with.
  package init(
    _ terminal: any ByteSink,
    height: Int,
    command: PagerCommand,
    environment: ProcessEnvironment
  ) {
    self.terminal = terminal
    self.height = height
    self.command = command
    self.environment = environment
  }

  package func write(_ bytes: [UInt8]) throws(CommandError) {
    switch state.withLock({ $0 }) {
    case .gathering(let before):
      let text = before + bytes
      let lines = text.count { $0 == 0x0A }
      // A single line without end must not gather without end either.
      guard lines >= height || text.count > 1 << 20 else {
        return state.withLock { $0 = .gathering(text) }
      }
      try start()
      try write(text)
    case .paging(let process, let sink):
      do throws(CommandError) {
        try sink.write(bytes)
      } catch {
        state.withLock { $0 = .left }
        try end(process, sink)
        // Leaving the pager is not a failure.
        throw CommandError(.success, "The pager was left.")
      }
    case .direct:
      try terminal.write(bytes)
    case .left:
      throw CommandError(.success, "The pager was left.")
    }
  }

  /// Shows what is still kept back, and waits until the pager is left.
  package func finish() throws(CommandError) {
    switch state.withLock({ $0 }) {
    case .gathering(let text):
      state.withLock { $0 = .direct }
      try terminal.write(text)
    case .paging(let process, let sink):
      state.withLock { $0 = .direct }
      try end(process, sink)
    case .direct, .left:
      break
    }
  }

  /// Starts the pager; where there is none, the text goes straight on.
  private func start() throws(CommandError) {
    do throws(SystemError) {
      let pipe = try PipeEnds()
      let process = try ChildProcess(
        command.words,
        variables: command.variables(environment),
        input: pipe.reading
      )
      pipe.reading.close()
      Interruption.ignoreInterrupts(true)
      let sink = DescriptorSink(pipe.writing, name: "the pager '\(command.name)'")
      state.withLock { $0 = .paging(process, sink) }
    } catch {
      state.withLock { $0 = .direct }
    }
  }

  private func end(_ process: ChildProcess, _ sink: DescriptorSink) throws(CommandError) {
    sink.descriptor.close()
    let end = process.end()
    Interruption.ignoreInterrupts(false)
    switch end {
    case .interrupted:
      throw CommandError(.interrupted, "Interrupted.")
    case .code(126), .code(127):
      throw CommandError(
        .failure,
        "Cannot run the pager '\(command.name)'.",
        help: ["Choose another with PAGER or 'itemsctl config set pager'; 'none' uses no pager."]
      )
    case .code, .signal, nil:
      break
    }
  }
}
