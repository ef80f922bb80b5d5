import CommandKit
import Files
import Sync

#if Hub
import HubHTTP
#endif

extension ExitCode {
  /// What each code means, for help; the numbers do not change once shipped.
  static let meanings: [(ExitCode, String)] = [
    (.success, "ok"),
    (.failure, "failure, or no such space or token"),
    (.usage, "the command line is wrong"),
    (.badData, "bad data: a file is malformed, damaged or from a later version"),
    (.noInput, "no input: no such file or store"),
    (
      .unavailable,
      "no hub is running, it cannot listen on its address, or its database cannot be reached"
    ),
    (.bug, "a bug in itemshub"),
    (.cannotCreate, "a file cannot be made"),
    (.inputOutput, "reading or writing failed, or the disk is full"),
    (.busy, "another process uses the store; try again"),
    (.permission, "no permission"),
    (.configuration, "the settings are wrong"),
  ]

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
      case .unreachable: .unavailable
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

  /// The exit code for an error of a file.
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
