// SQLite's result codes as ours. https://www.sqlite.org/rescode.html

internal import CSQLite
import Files

extension StorageError {
  /// The error of a connection's last call.
  init(
    _ resultCode: Int32,
    at handle: OpaquePointer?,
    doing: String,
    location: Connection.Location
  ) {
    let extended = unsafe handle.map { unsafe sqlite3_extended_errcode($0) } ?? resultCode
    let system = unsafe handle.map { unsafe sqlite3_system_errno($0) } ?? 0
    if resultCode & 0xff == SQLITE_CANTOPEN, SystemError(number: system).kind == .permission {
      let detail = "Permission denied"
      self.init(sqlite: SQLITE_PERM, detail: detail, doing: doing, location: location)
      return
    }
    // SQLITE_IOERR_SHMSIZE: the index of a write-ahead log cannot grow only if the disk is full.
    if extended == SQLITE_IOERR | (19 << 8) {
      let detail = "database or disk is full"
      self.init(sqlite: SQLITE_FULL, detail: detail, doing: doing, location: location)
      return
    }
    let detail =
      unsafe handle.map { unsafe String(cString: sqlite3_errmsg($0)) }
      ?? String(cString: sqlite3_errstr(resultCode))
    self.init(
      sqlite: extended == SQLITE_OK ? resultCode : extended,
      detail: detail,
      doing: doing,
      location: location
    )
  }

  /// The error for a result code: what was being done, to what, SQLite's words, and a remedy.
  init(sqlite resultCode: Int32, detail: String, doing: String, location: Connection.Location) {
    let code = isDamage(resultCode, detail) ? .damaged : Code(sqlite: resultCode)
    var message = "\(doing) \(location) failed: \(detail)."
    if code == .inputOutput, doing == Connection.committing {
      // If the process ends now, what reached the log before the disk failed is committed.
      message += " Check the disk, and whether the change is there once the store is opened again."
    } else if let remedy = code.remedy {
      message += " " + remedy
    }
    self.init(code, message, resultCode: resultCode)
  }
}

/// Whether SQLite's general error means a damaged file, for which it has no code of its own.
///
/// The header names an unknown format, or the schema lacks what this library's own statements use.
private func isDamage(_ resultCode: Int32, _ detail: String) -> Bool {
  guard resultCode == SQLITE_ERROR else { return false }
  let words = [
    "unsupported file format", "invalid fts5 file format", "no such column", "no such table",
    "table ", "SQL logic error",
  ]
  return words.contains { detail.hasPrefix($0) }
}

extension StorageError {
  /// Whether a unique index already has the value (`SQLITE_CONSTRAINT_UNIQUE`).
  var isUniqueViolation: Bool { resultCode == SQLITE_CONSTRAINT | (8 << 8) }

  /// Whether a killed process left an unfinished change, which only a connection for writing can
  /// roll back (`SQLITE_READONLY_ROLLBACK`).
  package var isHotJournal: Bool { resultCode == SQLITE_READONLY | (3 << 8) }

  /// Whether the tables lack what a statement names, or it is otherwise invalid (`SQLITE_ERROR`).
  var isSchemaError: Bool { resultCode == SQLITE_ERROR }

  /// Whether a row already has the primary key (`SQLITE_CONSTRAINT_PRIMARYKEY`).
  var isPrimaryKeyViolation: Bool { resultCode == SQLITE_CONSTRAINT | (6 << 8) }
}

extension StorageError.Code {
  /// Our code for SQLite's; an extended code counts as its primary code.
  init(sqlite resultCode: Int32) {
    switch resultCode & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_FULL: self = .full
    case SQLITE_IOERR, SQLITE_NOLFS: self = .inputOutput
    case SQLITE_CORRUPT: self = .damaged
    case SQLITE_NOTADB: self = .notAStore
    case SQLITE_CANTOPEN: self = .cannotOpen
    case SQLITE_PERM, SQLITE_AUTH: self = .permission
    case SQLITE_INTERRUPT: self = .cancelled
    case SQLITE_TOOBIG: self = .invalidItem
    case SQLITE_NOMEM: self = .inputOutput
    default: self = .unexpected
    }
  }

  /// What a person can do about it.
  fileprivate var remedy: String? {
    switch self {
    case .busy: "Another process is writing to it; try again in a moment."
    case .readOnly: "Check the permissions of the file and of its folder."
    case .full: "Free some space and try again; nothing was changed."
    case .inputOutput: "Check the disk; nothing was changed."
    case .notAStore: "Give another path; if this was a store, restore it from a backup."
    case .damaged: "Keep a copy of the file and restore it from a backup."
    case .cannotOpen: "Check that the folder exists and may be written to."
    case .permission: "Check the permissions of the file and of its folder."
    case .unexpected: "Please report this, with the message as it is."
    default: nil
    }
  }
}
