import CSQLite

/// Another program's connection: SQLite as it comes, without anything of ours.
@safe
final class ForeignConnection {
  struct Failure: Error {
    let message: String
  }

  private let handle: OpaquePointer

  init(_ path: String) throws {
    var opened: OpaquePointer?
    guard unsafe sqlite3_open(path, &opened) == SQLITE_OK, let handle = unsafe opened else {
      throw Failure(message: "cannot open \(path)")
    }
    unsafe self.handle = handle
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  func execute(_ sql: String) throws {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(message: unsafe String(cString: sqlite3_errmsg(handle)))
    }
  }

  /// The first column of the first row.
  func text(_ sql: String) throws -> String {
    var statement: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK,
      unsafe sqlite3_step(statement) == SQLITE_ROW,
      let text = unsafe sqlite3_column_text(statement, 0)
    else { throw Failure(message: unsafe String(cString: sqlite3_errmsg(handle))) }
    defer { unsafe sqlite3_finalize(statement) }
    return unsafe String(cString: text)
  }
}
