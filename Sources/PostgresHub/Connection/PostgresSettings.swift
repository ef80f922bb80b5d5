#if Postgres
import CPostgres

/// Where a hub's database is, from a connection string of libpq: a URI or keywords.
///
/// It may hold a password, and is never shown; passwords are better left to `PGPASSFILE`, which libpq reads.
/// See <https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING>.
package struct PostgresSettings: Sendable {
  /// The connection string.
  private let text: String

  /// What can be shown of it, such as "db.example:5432/hub".
  package let place: String

  /// What the server's list of sessions shows.
  package var applicationName = "itemshub"

  /// How long the server has for an answer, beside the time that it waits for a lock.
  package var answerTimeout: Duration = .seconds(10)

  /// The servers that the string names.
  let hosts: PostgresHosts

  /// How long a writer waits for another one's lock.
  package var lockTimeout: Duration = .seconds(5)

  /// Reads a connection string.
  ///
  /// - Throws: ``PostgresError`` that repeats nothing of the string, since any part may be a piece of a password.
  package init(_ text: String) throws(PostgresError) {
    guard let options = PostgresSettings.options(of: text) else {
      throw PostgresError(
        PostgresError.cannotConnect,
        "The connection string is neither a URI (postgres://host/database) nor keywords (host=… dbname=…)."
      )
    }
    let hosts = options["host"] ?? options["hostaddr"] ?? ""
    let isPlain = hosts.utf8.allSatisfy { $0 > 0x20 && $0 != 0x40 && $0 != 0x7F }
    guard isPlain else {
      throw PostgresError(
        PostgresError.cannotConnect,
        "The host of the connection string has an '@' or a space: in a URI, write '@', ':', '/' and '%' of a "
          + "password as %40, %3A, %2F and %25, or keep it in the file that PGPASSFILE names."
      )
    }
    self.text = text
    self.hosts = PostgresHosts(options)
    let port = options["port"].map { ":\($0)" } ?? ""
    place = (hosts.isEmpty ? "localhost" : hosts) + port + "/" + (options["dbname"] ?? "")
  }

  /// Whether the string has a password in itself.
  package var hasPassword: Bool {
    PostgresSettings.options(of: text)?["password"] != nil
  }

  /// The parameters of a connection, in their order: what stands behind the string is not to be changed by it.
  private var parameters: [(name: String, value: String)] {
    [
      // The least that libpq knows.
      ("connect_timeout", "2"), ("tcp_user_timeout", "10000"), ("keepalives", "1"),
      ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ("dbname", text), ("application_name", applicationName),
      ("target_session_attrs", "read-write"), ("client_encoding", "UTF8"),
    ]
  }

  /// Connects to a server that takes writes, the one that did so last before the others.
  ///
  /// Each is asked alone: libpq gives the others up where a server, or what stands before it, closes a connection that it
  /// has taken.
  /// - Throws: ``PostgresError`` of class 08 with what each of them says.
  func connect() throws(PostgresError) -> OpaquePointer {
    var messages: [String] = []
    for host in hosts.parameters {
      do throws(PostgresError) {
        return try unsafe connect(host)
      } catch {
        messages.append(error.message)
      }
    }
    throw PostgresError(PostgresError.cannotConnect, messages.joined(separator: "; "))
  }

  /// Connects to the server that these parameters name, if it takes writes.
  func connect(_ host: [(name: String, value: String)]) throws(PostgresError) -> OpaquePointer {
    let all = parameters + host
    let connected = unsafe withCStrings(all.map(\.name)) { names in
      unsafe withCStrings(all.map(\.value)) { values in unsafe PQconnectdbParams(names, values, 1) }
    }
    guard let connected = unsafe connected else {
      throw PostgresError("53200", "There is no memory for a connection to PostgreSQL.")
    }
    guard unsafe PQstatus(connected) == CONNECTION_OK else {
      defer { unsafe PQfinish(connected) }
      let message = unsafe PostgresConnection.message(of: connected)
      throw PostgresError(PostgresError.cannotConnect, message)
    }
    return unsafe connected
  }

  private static func options(of text: String) -> [String: String]? {
    // Its messages repeat parts of the string.
    var message: UnsafeMutablePointer<CChar>?
    let list = unsafe PQconninfoParse(text, &message)
    unsafe PQfreemem(message)
    guard let list = unsafe list else { return nil }
    defer { unsafe PQconninfoFree(list) }
    var options: [String: String] = [:]
    var next = unsafe list
    while let keyword = unsafe next.pointee.keyword {
      if let value = unsafe next.pointee.val {
        unsafe options[String(cString: keyword)] = String(cString: value)
      }
      unsafe next += 1
    }
    return options
  }
}

/// Passes texts as a list of C strings that ends with a null pointer.
private func withCStrings<Value>(
  _ texts: [String],
  _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
  var starts: [Int] = []
  var bytes: [CChar] = []
  for text in texts {
    starts.append(bytes.count)
    bytes.append(contentsOf: text.utf8CString)
  }
  return unsafe bytes.withUnsafeBufferPointer { bytes in
    var pointers: [UnsafePointer<CChar>?] = unsafe starts.map { start in
      unsafe bytes.baseAddress.map { unsafe $0 + start }
    }
    unsafe pointers.append(nil)
    return unsafe pointers.withUnsafeBufferPointer { list in
      guard let first = list.baseAddress else { preconditionFailure("the list has an end") }
      return unsafe body(first)
    }
  }
}
#endif
