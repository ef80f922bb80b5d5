import ChildProcesses
import Files

/// A program that was started: frames go to `input`, and come from `output`.
struct HelperProcess: Sendable {
  let input: FileDescriptor
  let output: FileDescriptor
  private let process: ChildProcess

  /// Starts the program at a path, without arguments; its messages go where ours go.
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

  /// Waits for the end, and says what it was where it was not in order.
  func end() -> String? {
    switch process.end() {
    case .signal(let signal): "signal \(signal)"
    case .code(let code): code == 0 ? nil : "code \(code)"
    case nil: nil
    }
  }
}
