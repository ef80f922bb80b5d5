import ChildProcesses

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that was started: frames go to `input`, and come from `output`.
struct HelperProcess: Sendable {
  let input: Int32
  let output: Int32
  private let process: ChildProcess

  /// Starts the program at a path, without arguments; its messages go where ours go.
  init(path: String, variables: [String: String]) throws(SystemError) {
    let toHelper = try PipeEnds()
    let fromHelper: PipeEnds
    do throws(SystemError) {
      fromHelper = try PipeEnds()
    } catch {
      toHelper.close()
      throw error
    }
    do throws(SystemError) {
      process = try ChildProcess(
        [path],
        variables: variables,
        input: toHelper.reading,
        output: fromHelper.writing
      )
    } catch {
      toHelper.close()
      fromHelper.close()
      throw error
    }
    close(toHelper.reading)
    close(fromHelper.writing)
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
