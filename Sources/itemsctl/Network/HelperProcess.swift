import ChildProcesses
import Files

/// A running helper: it reads frames from `input` and writes frames to `output`.
struct HelperProcess: Sendable {
  let input: FileDescriptor
  let output: FileDescriptor
  private let process: ChildProcess

  /// Starts the program at a path, without arguments; it shares our standard error.
  init(path: String, variables: [String: String]) throws(SystemError) {
    let (toHelper, fromHelper) = (try PipeEnds(), try PipeEnds())
    process = try ChildProcess(
      [path],
      variables: variables,
      input: toHelper.reading,
      output: fromHelper.writing
    )
    (input, output) = (toHelper.writing, fromHelper.reading)
  }

  /// Waits for the end; returns the signal or code of an unusual one.
  func end() -> String? {
    switch process.end() {
    case .signal(let signal): "signal \(signal)"
    case .code(let code): code == 0 ? nil : "code \(code)"
    case nil: nil
    }
  }
}
