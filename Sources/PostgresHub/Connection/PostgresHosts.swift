#if Postgres
import CPostgres
import Storage

/// The servers of a connection string, shared by all connections that come from it: the one that took writes last is asked
/// first, and one that does not answer is left as soon as another takes writes.
///
/// In the order in which they are written, one that stands still, or cannot be reached any more, would cost each new
/// connection seconds, and each open one its whole time for an answer.
final class PostgresHosts: Sendable {
  /// A server, as the string names it.
  private struct Host: Sendable, Equatable {
    var name: String?
    var address: String?
    var port: String
  }

  private struct State {
    /// The server that took writes last.
    var good = 0
    /// Counts the changes of ``good``.
    var moves = 0
    var isLooking = false
  }

  /// How long an answer may take until others are asked whether they take writes by now.
  static let patience = Duration.seconds(1)

  private let hosts: [Host]
  private let state = Locked(State())

  /// Those of a string's options.
  init(_ options: [String: String]) {
    func list(_ key: String) -> [String] {
      options[key]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
    }
    let (names, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
    let count = max(names.count, addresses.count)
    hosts = (0..<count).map { index in
      Host(
        name: names.isEmpty ? nil : names[index % names.count],
        address: addresses.isEmpty ? nil : addresses[index % addresses.count],
        port: ports.isEmpty ? "" : ports[min(index, ports.count - 1)]
      )
    }
  }

  /// The parameters that name each of the servers, in the order in which they are to be asked; without any, where there
  /// is no choice.
  var parameters: [[(name: String, value: String)]] {
    guard hosts.count > 1 else { return [[]] }
    let first = state.withLock { $0.good }
    return (hosts[first...] + hosts[..<first]).map(PostgresHosts.parameters)
  }

  private static func parameters(_ host: Host) -> [(name: String, value: String)] {
    [("port", host.port)] + (host.name.map { [("host", $0)] } ?? [])
      + (host.address.map { [("hostaddr", $0)] } ?? [])
  }

  /// Notes that a server takes writes; returns its place.
  func note(_ connection: OpaquePointer) -> Int {
    guard hosts.count > 1, let port = unsafe PQport(connection).map({ unsafe String(cString: $0) })
    else { return 0 }
    let name = unsafe PQhost(connection).map { unsafe String(cString: $0) }
    let found = hosts.firstIndex { host in
      (host.port.isEmpty ? "5432" : host.port) == port
        && (host.name ?? host.address) == name
    }
    return state.withLock { state in
      let place = found ?? state.good
      if place != state.good {
        state.good = place
        state.moves += 1
      }
      return place
    }
  }

  /// Whether another server takes writes now than the one at that place; asks the others, one thread at a time.
  func haveMoved(from place: Int, _ settings: PostgresSettings) -> Bool {
    guard hosts.count > 1 else { return false }
    let (isKnown, isMine) = state.withLock { state in
      if state.good != place { return (true, false) }
      defer { state.isLooking = true }
      return (false, !state.isLooking)
    }
    guard isMine else { return isKnown }
    defer { state.withLock { $0.isLooking = false } }
    let others = (1..<hosts.count).map { hosts[(place + $0) % hosts.count] }
    for other in others {
      guard let connection = unsafe try? settings.connect(PostgresHosts.parameters(other)) else {
        continue
      }
      defer { unsafe PQfinish(connection) }
      if unsafe note(connection) != place { return true }
    }
    return false
  }
}
#endif
