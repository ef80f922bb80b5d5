package import ArgumentParsing
import Files
package import Storage
import Sync

/// A failure of the command: a sentence, advice, and the exit code.
package struct CommandError: Error {
  /// The sentence to show after `Error:`.
  package let message: String
  /// Lines of advice to show below it.
  package var help: [String]
  package let code: ExitCode
  /// Whether a person was asked and said no, which is no error.
  package var isAnswer = false

  package init(_ code: ExitCode, _ message: String, help: [String] = []) {
    self.code = code
    self.message = message
    self.help = help
  }

  /// An error with one line of advice.
  package init(_ code: ExitCode, _ message: String, help: String) {
    self.init(code, message, help: [help])
  }
}

extension CommandError {
  /// Any error as one of ours.
  package init(_ error: any Error) {
    switch error {
    case let failure as CommandError:
      self = failure
    case let error as StorageError:
      // The body of a write can only throw errors of the store: ours lie within them.
      if error.code == .aborted, let cause = error.cause {
        self = CommandError(cause)
      } else {
        self.init(ExitCode(error.code), error.message)
      }
    case let error as SyncError:
      self = error.cause as? CommandError ?? CommandError(ExitCode(error), error.message)
    case let error as FileError:
      self.init(ExitCode(StorageError.Code(error.reason)), error.description)
    case let error as JSONError:
      self.init(.badData, error.description)
    case let error as UsageError:
      self.init(.usage, error.reason.message)
    case is CancellationError:
      self.init(.cancelled, "Cancelled.")
    default:
      self.init(.bug, "This should not happen, please report it: \(error)")
    }
  }

  /// The lines for standard error, each ended by a line feed.
  package func text(_ format: HelpFormat = HelpFormat(wrapsMessages: false)) -> String {
    let advice = help.enumerated().flatMap {
      format.message($1.visible, label: $0 == 0 ? "Help:  " : "       ")
    }
    let label = isAnswer ? "" : "Error: "
    // A message may name keys and values of a file that somebody else made.
    let lines = format.message(message.visibleLines, label: label) + advice
    return lines.map { "\($0)\n" }.joined()
  }
}

extension CommandError {
  /// The error wrapped for the body of a write, which can only throw errors of the store.
  package var wrappedAsStorageError: StorageError {
    StorageError(.aborted, message, cause: self)
  }
}
