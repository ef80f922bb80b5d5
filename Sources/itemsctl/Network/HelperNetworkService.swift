import Files
import NetworkFrames
import Storage
import Sync

/// Sends requests through a helper program, which runs from the first request until the service is released.
///
/// If the helper dies, the next request starts another one; the interrupted request has no
/// answer, as with a network failure.
///
/// After a request without an answer the next one starts another helper as well. On Linux, a connection that is closed
/// while Dispatch still watches its descriptor leaves that number unwatched for good (epoll_ctl says ENOENT from then on,
/// and nobody listens): each later connection with the number is silent, for as long as the process lives.
final class HelperNetworkService: NetworkService {
  private let program: String
  private let variables: [String: String]
  private let start: FrameMessage.Start
  private let connection = Locked<HelperConnection?>(nil)

  init(
    program: String,
    remote: Remote,
    token: HubToken?,
    allowsInsecure: Bool,
    variables: [String: String]
  ) {
    self.program = program
    self.variables = variables
    start = FrameMessage.Start(
      version: Release.version,
      remote: remote.description,
      token: token?.text,
      allowsInsecure: allowsInsecure,
      userAgent: "\(Release.program)/\(Release.version)"
    )
  }

  deinit { connection.withLock { $0 }?.close() }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    let connection = try running()
    let answer = await connection.send(request)
    if case .failure(let error) = answer, error.code == .unreachable { leave(connection) }
    return try answer.get()
  }

  /// Has the next request start another helper.
  private func leave(_ old: HelperConnection) {
    let isPresent = connection.withLock { connection in
      guard connection === old else { return false }
      connection = nil
      return true
    }
    if isPresent { old.close() }
  }

  private func running() throws(NetworkError) -> HelperConnection {
    try connection.withLock { connection throws(NetworkError) -> HelperConnection in
      if let connection, !connection.isOver { return connection }
      do throws(SystemError) {
        let process = try HelperProcess(path: program, variables: variables)
        let fresh = HelperConnection(process, start: start)
        connection = fresh
        return fresh
      } catch {
        throw NetworkError(.notBuiltIn, "Cannot run '\(program)': \(error).")
      }
    }
  }
}
