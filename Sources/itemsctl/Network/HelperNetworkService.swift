import Files
import NetworkFrames
import Storage
import Sync

/// Sends requests through a helper program, which runs from the first request until the service is released.
///
/// If the helper dies, the next request starts another one; the interrupted request has no
/// answer, as with a network failure.
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
    try await running().send(request).get()
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
