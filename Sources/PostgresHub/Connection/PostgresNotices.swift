#if Postgres
import CPostgres

/// Hears what a server says beside its answers; used by its connection's thread alone.
///
/// One warning changes the meaning of an answer: a COMMIT whose wait for a standby was cancelled succeeds.
final class PostgresNotices {
  /// Whether the last COMMIT is on the primary, and perhaps on no standby.
  var mayLackStandby = false

  /// Lets a connection tell this value, which must live for longer.
  func listen(to connection: OpaquePointer) {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe PQsetNoticeReceiver(connection, receiveNotice, context)
  }

  fileprivate func take(function: String?, message: String?) {
    // The function's name is the same in every language.
    if function == "SyncRepWaitForLSN" || message?.contains("synchronous replication") ?? false {
      mayLackStandby = true
    }
  }
}

private func receiveNotice(_ context: UnsafeMutableRawPointer?, _ notice: OpaquePointer?) {
  guard let context = unsafe context, let notice = unsafe notice else { return }
  let notices = unsafe Unmanaged<PostgresNotices>.fromOpaque(context).takeUnretainedValue()
  let function = unsafe PQresultErrorField(notice, cpostgres_function)
  let message = unsafe PQresultErrorField(notice, cpostgres_message)
  unsafe notices.take(
    function: function.map { unsafe String(cString: $0) },
    message: message.map { unsafe String(cString: $0) }
  )
}
#endif
