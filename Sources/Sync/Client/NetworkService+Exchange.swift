import Storage

/// The result of a request that was sent once, and the bytes sent and received.
struct HubExchange: Sendable {
  /// The hub's reply, or how the exchange failed; another try may help.
  var outcome: Result<SyncReply, ExchangeError>
  var bytesSent = 0
  var bytesReceived = 0
}

extension NetworkService {
  /// Sends a request to a space of the hub, once; ``SyncCore`` decides on another try.
  ///
  /// - Throws: ``SyncError`` if no other try would help, and code `cancelled` if the task is cancelled.
  func exchange(_ request: SyncRequest, space: String) async throws(SyncError) -> HubExchange {
    guard !Task.isCancelled else { throw SyncCore.cancellation }
    let message = request.networkRequest(space: space)
    let response = try await response(to: message)
    return HubExchange(
      outcome: response.flatMap { request.reply(from: $0) },
      bytesSent: message.body.count,
      bytesReceived: (try? response.get())?.body.count ?? 0
    )
  }

  /// Asks a hub for its versions, clock and limits.
  package func hello() async throws(SyncError) -> Hello {
    let response = try await response(to: .hello).mapError { SyncError($0) }.get()
    guard response.status == 200 else { throw SyncError(ExchangeError(response)) }
    do throws(WireError) {
      return try Hello(bytes: response.body)
    } catch {
      throw SyncError(
        .protocolViolation,
        "The hub's answer cannot be read: \(error.message)",
        cause: error
      )
    }
  }

  private func response(
    to request: NetworkRequest
  ) async throws(SyncError) -> Result<NetworkResponse, ExchangeError> {
    let response: NetworkResponse
    do throws(NetworkError) {
      response = try await send(request)
    } catch {
      switch error.code {
      case .cancelled: throw SyncCore.cancellation
      case let code where !code.isTransient: throw SyncError(error)
      default:
        // The container's service throws this for a hub file that could not be opened.
        if let cause = error.cause as? SyncError { throw cause }
        return .failure(ExchangeError(error))
      }
    }
    if let error = response.badHub { throw error }
    return .success(response)
  }
}
