internal import CSQLite
import Files

extension Connection {
  /// Copies this database over another one, some pages at a time.
  ///
  /// The copy shows one moment: a read transaction keeps the snapshot, so that writers go on
  /// meanwhile and never make it begin again. It calls `pause` between the steps, which may throw.
  /// <https://www.sqlite.org/backup.html>
  package func copy(
    to target: Connection,
    pagesAtOnce: Int = 512,
    pause: () throws(StorageError) -> Void = { () throws(StorageError) in }
  ) throws(StorageError) {
    try transaction(.read) { () throws(StorageError) in
      // The transaction has no snapshot before it has read.
      _ = try integer("SELECT count(*) FROM sqlite_schema")
      let handle = unsafe sqlite3_backup_init(target.handle, "main", handle, "main")
      guard let backup = unsafe handle else {
        throw target.error(unsafe sqlite3_errcode(target.handle), doing: "Copying to")
      }
      var code: Int32
      do throws(StorageError) {
        code = try unsafe Self.run(backup, pagesAtOnce: Int32(clamping: pagesAtOnce), pause)
      } catch {
        unsafe sqlite3_backup_finish(backup)
        throw error
      }
      let end = unsafe sqlite3_backup_finish(backup)
      if code == SQLITE_DONE { code = end }
      guard code == SQLITE_OK else { throw copyError(code, target) }
    }
  }

  private static func run(
    _ backup: OpaquePointer,
    pagesAtOnce: Int32,
    _ pause: () throws(StorageError) -> Void
  ) throws(StorageError) -> Int32 {
    let deadline = ContinuousClock.now + .seconds(5)
    while true {
      let code = unsafe sqlite3_backup_step(backup, pagesAtOnce)
      switch code & 0xff {
      case SQLITE_OK: break
      case SQLITE_BUSY, SQLITE_LOCKED:
        guard ContinuousClock.now < deadline else { return code }
        sqlite3_sleep(2)
      default: return code
      }
      try pause()
    }
  }

  /// Damage is in the source; every other error concerns the file that was written.
  private func copyError(_ code: Int32, _ target: Connection) -> StorageError {
    let place = StorageError.Code(sqlite: code) == .damaged ? location : target.location
    let detail = unsafe String(cString: sqlite3_errstr(code))
    return StorageError(
      sqlite: code,
      detail: detail,
      doing: "Copying \(location) to",
      location: place
    )
  }

  private func fill(
    _ temporary: String,
    pause: () throws(StorageError) -> Void
  ) throws(StorageError) {
    let target = try Connection(.file(temporary), access: .readWrite)
    // Nobody uses a file that a crash leaves before it has its name.
    try target.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    try copy(to: target, pause: pause)
    // The log is on from the start: turning it on later is a write, which a killed process leaves
    // unfinished, and a process that may only read cannot roll it back.
    try target.execute("PRAGMA journal_mode = WAL")
  }

  /// Copies this database to a new file, which appears when it is whole.
  ///
  /// The file is complete without a log beside it. `check` may examine it before it has its name;
  /// if it throws, no file is left.
  func copy(
    to file: NewFile,
    like model: FileStatus? = nil,
    pause: () throws(StorageError) -> Void = { () throws(StorageError) in },
    check: (_ temporary: String) throws(StorageError) -> Void = { _ throws(StorageError) in }
  ) throws(StorageError) {
    try StoreFile(file.path).checkForStrayLog()
    var model = model
    if model == nil, case .file(let path) = location {
      model = try StorageError.catching(FilePath(path).status())
    }
    try file.make(like: model) { temporary, _ throws(StorageError) in
      try fill(temporary, pause: pause)
      try check(temporary)
    }
  }

  /// Copies this database to a new file at this path; throws `.fileExists` if there is one.
  package func copy(toNewFile path: String) throws(StorageError) {
    try copy(to: NewFile(path))
  }

  /// Copies this database to a new file at this path, or at the first free one with `-2`, `-3`, … added.
  ///
  /// - Returns: The path of the copy.
  package func copy(toFreePath path: String) throws(StorageError) -> String {
    let path = try NewFile.free(path)
    try copy(to: NewFile(path))
    return path
  }
}
