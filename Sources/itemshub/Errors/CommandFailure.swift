import ArgumentParsing
import Files
import Storage
import Sync

#if Hub
import HubHTTP
#endif

/// A failure of a command: a sentence, advice, and the exit code.
struct CommandFailure: Error {
  let code: ExitCode
  /// The sentence to show after `Error:`.
  let message: String
  /// What to do, to be shown below it.
  let help: String?

  init(_ code: ExitCode, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
  }

  /// The lines for standard error.
  var text: String { "Error: \(message)\n" + (help.map { "Help:  \($0)\n" } ?? "") }
}

extension CommandFailure {
  /// Any error as one of ours.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as UsageError: self.init(.usage, error.reason.message)
    case let error as HubError: self.init(ExitCode(error.code), error.message)
    case let error as StorageError: self.init(HubError(error))
    case let error as FileError: self.init(ExitCode(error.reason.kind), error.description)
    #if Hub
    case let error as HTTPServerError: self.init(ExitCode(error.code), error.message)
    #endif
    default: self.init(.bug, "This should not happen, please report it: \(error)")
    }
  }
}

extension ExitCode {
  /// The exit code for an error of the hub's store.
  init(_ code: HubError.Code) {
    self =
      switch code {
      case .cannotOpen, .alreadyExists: .cannotCreate
      case .missing: .noInput
      case .notAHub, .laterVersion, .damaged, .malformed: .badData
      case .busy: .busy
      case .full, .inputOutput: .inputOutput
      case .invalid: .usage
      default: .failure
      }
  }

  #if Hub
  /// The exit code for a server that could not be set up.
  init(_ code: HTTPServerError.Code) {
    self =
      switch code {
      case .invalidAddress, .certificate: .configuration
      case .listen: .unavailable
      case .system: .inputOutput
      }
  }
  #endif

  init(_ kind: SystemError.Kind) {
    self =
      switch kind {
      case .missing, .folder: .noInput
      case .permission: .permission
      case .readOnly, .exists: .cannotCreate
      default: .inputOutput
      }
  }
}
