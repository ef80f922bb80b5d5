import Storage
package import Sync

#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

/// A hub behind HTTP as a device sees it: it wants a token, keeps a request open that waits, and can go and come back.
///
/// A token opens one space. Without one, or with a wrong one, the answer is 401; another space than the token's, there
/// or not, is 404.
package final class LoopbackHub: Sendable {
  private struct State {
    var spaces: [String: String]
    var responder: LoopbackResponder?
    var override: NetworkResponse?
    var requests: [RecordedRequest] = []
    /// Counts the starts, so that what waits since an earlier one ends.
    var generation = 0
  }

  /// The port, which stays.
  package let port: Int
  private let hub: Hub
  private let state: Locked<State>

  /// Starts a hub that takes these tokens, each for a space.
  package init(tokens spaces: [String: String], hub: Hub = .inMemory()) throws {
    self.hub = hub
    state = Locked(State(spaces: spaces))
    let box = WeakHub()
    let responder = try LoopbackResponder { request in box.answer(request) }
    port = responder.port
    state.withLock { $0.responder = responder }
    box.hub = self
  }

  deinit { stop() }

  /// The address of the server.
  package var origin: String { "http://127.0.0.1:\(port)" }

  /// What has come, in order.
  package var requests: [RecordedRequest] { state.withLock { $0.requests } }

  /// Takes a token no more; what waits with it ends.
  package func revoke(_ token: String) { state.withLock { $0.spaces[token] = nil } }

  /// Answers everything so; nil answers as a hub does.
  package func answer(everythingWith response: NetworkResponse?) {
    state.withLock { $0.override = response }
  }

  /// Closes every connection, and lets none come.
  package func stop() {
    let responder = state.withLock { state in
      state.generation += 1
      defer { state.responder = nil }
      return state.responder
    }
    responder?.stop()
  }

  /// Comes back at the same port, with all that it holds.
  package func restart() throws {
    stop()
    let box = WeakHub()
    box.hub = self
    // The port is free when the thread that listened has closed it.
    while true {
      do {
        let responder = try LoopbackResponder(port: port) { request in box.answer(request) }
        return state.withLock { $0.responder = responder }
      } catch {
        // The thread that listened has yet to close it, whenever it gets its turn.
        usleep(5_000)
      }
    }
  }

  fileprivate func answer(_ request: RecordedRequest) -> Reaction {
    let generation = state.withLock { state in
      state.requests.append(request)
      return state.generation
    }
    let message = request.networkRequest
    var ticks = message.path.hasSuffix("/wait") ? (seconds(message) ?? 55) * 200 : 0
    while true {
      let response = response(to: message, token: request.header("Authorization"))
      guard response.status == 204, ticks > 0 else { return .answer(response) }
      guard state.withLock({ $0.generation == generation }) else { return .close }
      ticks -= 1
      usleep(5_000)
    }
  }

  private func response(to request: NetworkRequest, token: String?) -> NetworkResponse {
    let (spaces, override) = state.withLock { ($0.spaces, $0.override) }
    if let override { return override }
    guard let token, token.hasPrefix("Bearer "), let space = spaces[String(token.dropFirst(7))]
    else { return NetworkResponse(status: 401) }
    let parts = request.path.split(separator: "/")
    guard parts.count < 3 || parts[2] == space else { return NetworkResponse(status: 404) }
    return hub.respond(to: request)
  }

  private func seconds(_ request: NetworkRequest) -> Int? {
    request.query.first { $0.name == "t" }.flatMap { Int($0.value) }
  }
}

/// The hub, which need not outlive the test for the sake of its threads.
private final class WeakHub: Sendable {
  private struct Reference { weak var hub: LoopbackHub? }
  private let reference = Locked(Reference())

  var hub: LoopbackHub? {
    get { reference.withLock { $0.hub } }
    set { reference.withLock { $0.hub = newValue } }
  }

  func answer(_ request: RecordedRequest) -> Reaction { hub?.answer(request) ?? .close }
}
