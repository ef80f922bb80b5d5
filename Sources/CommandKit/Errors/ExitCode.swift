package import Storage
package import Sync

/// The number with which a process ends; those of sysexits(3) and a few of our own.
package struct ExitCode: RawRepresentable, Hashable, Error {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let success = ExitCode(rawValue: 0)
  package static let failure = ExitCode(rawValue: 1)
  package static let cancelled = ExitCode(rawValue: 2)
  package static let conflicts = ExitCode(rawValue: 10)
  package static let usage = ExitCode(rawValue: 64)
  package static let badData = ExitCode(rawValue: 65)
  package static let noInput = ExitCode(rawValue: 66)
  package static let unavailable = ExitCode(rawValue: 69)
  package static let bug = ExitCode(rawValue: 70)
  package static let cannotCreate = ExitCode(rawValue: 73)
  package static let inputOutput = ExitCode(rawValue: 74)
  package static let busy = ExitCode(rawValue: 75)
  package static let protocolMismatch = ExitCode(rawValue: 76)
  package static let permission = ExitCode(rawValue: 77)
  package static let configuration = ExitCode(rawValue: 78)
  package static let interrupted = ExitCode(rawValue: 130)
  package static let pipeClosed = ExitCode(rawValue: 141)

  /// True if the process ends without a message: the reader closed the output, or the user ended the command.
  package var isSilent: Bool { [.success, .interrupted, .pipeClosed].contains(self) }
}

extension ExitCode {
  /// The exit code for an error of the store; one that is not listed is a plain failure.
  package init(_ code: StorageError.Code) {
    self = ExitCode.ofStorage[code] ?? .failure
  }

  /// The exit code for an error of sync; one that comes from a file, be it the store's or the hub's,
  /// has that file's code.
  init(_ error: SyncError) {
    let beneath = (error.cause as? HubError)?.cause ?? error.cause
    if let file = beneath as? StorageError, ExitCode.filesOwn.contains(error.code) {
      self = ExitCode(file.code)
    } else {
      self = ExitCode.ofSync[error.code] ?? .failure
    }
  }

  /// The codes that tell less than the error of the file beneath does.
  private static let filesOwn: Set<SyncError.Code> = [.store, .unreachable, .quota]

  private static let ofSync: [SyncError.Code: ExitCode] = [
    .unreachable: .unavailable,
    .busy: .busy,
    .quota: .busy,
    .protocolViolation: .protocolMismatch,
    .upgrade: .protocolMismatch,
    .tooManyResets: .protocolMismatch,
    .unauthorized: .permission,
    .deleted: .noInput,
    .store: .inputOutput,
    .cancelled: .cancelled,
    .invalidRemote: .usage,
    .notBuiltIn: .configuration,
    .badHub: .badData,
  ]

  /// The exit code of a sync that ended so: whether something is left to decide, differs without
  /// a reason, or is damaged on the hub.
  package init(_ summary: SyncSummary) {
    let isUnequal = (summary.verification?.differences ?? 0) > 0
    let isDamaged = !summary.damaged.isEmpty
    self = isUnequal ? .bug : isDamaged ? .badData : summary.conflicts > 0 ? .conflicts : .success
  }

  private static let ofStorage: [StorageError.Code: ExitCode] = [
    .notFound: .failure,
    .alreadyExists: .failure,
    .invalidItem: .badData,
    .invalidQuery: .usage,
    .aborted: .failure,
    .misuse: .bug,
    .cannotOpen: .cannotCreate,
    .fileExists: .cannotCreate,
    .notAStore: .badData,
    .damaged: .badData,
    .laterVersion: .badData,
    .migrationMismatch: .badData,
    .busy: .busy,
    .readOnly: .permission,
    .permission: .permission,
    .full: .inputOutput,
    .inputOutput: .inputOutput,
    .cancelled: .cancelled,
    .closed: .bug,
    .replaced: .inputOutput,
    .unexpected: .bug,
    .malformedFile: .badData,
    .unsynced: .failure,
  ]
}
