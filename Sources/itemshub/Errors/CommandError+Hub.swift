import CommandKit
import Files
import Storage
import Sync

#if Hub
import HubHTTP
#endif

extension CommandError {
  /// Any error of the hub's as one of ours: an error of its store has the hub's words and exit code.
  init(ofHub error: any Error) {
    switch error {
    case let error as HubError: self.init(ExitCode(error.code), error.message)
    case let error as StorageError: self.init(ofHub: HubError(error))
    case let error as FileError: self.init(ExitCode(error.reason.kind), error.description)
    #if Hub
    case let error as HTTPServerError: self.init(ExitCode(error.code), error.message)
    #endif
    default: self.init(error)
    }
  }
}
