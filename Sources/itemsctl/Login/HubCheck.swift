import CommandKit
import Storage
import Sync

/// Asks a hub whether it takes a token for a space; changes nothing there.
struct HubCheck {
  let remote: Remote
  let service: any NetworkService

  private enum Question {
    /// Whether a hub is there, and which protocol it speaks.
    case hub
    /// Whether the space is open to the token.
    case space
  }

  /// Returns if the hub takes the token.
  ///
  /// - Throws: ``CommandError`` that says what is wrong, and what to do.
  func run() async throws(CommandError) {
    let hello = try await response(to: .hello)
    guard hello.status == 200 else { throw failure(hello, to: .hub) }
    guard let hub = try? Hello(bytes: hello.body) else {
      throw CommandError(
        .protocolMismatch,
        "The server at '\(server)' is not a hub.",
        help: ["See that the address is the one that the hub printed."]
      )
    }
    guard hub.versions.overlaps(protocolVersions) else {
      throw upgrade(theirs: "\(hub.versions.upperBound)")
    }
    // Without a token of the store it says only that there is something.
    let look = SyncRequest.wait(WaitRequest(after: 0, token: nil, seconds: 0))
    let answer = try await response(to: look.networkRequest(space: remote.space))
    guard [200, 204, 410].contains(answer.status) else { throw failure(answer, to: .space) }
  }

  private func response(to request: NetworkRequest) async throws(CommandError) -> NetworkResponse {
    do throws(NetworkError) {
      return try await service.send(request)
    } catch {
      var failure = CommandError(SyncError(error))
      if failure.code == .unavailable {
        failure.help = ["Check that the hub runs, and that the address and the port are right."]
      }
      throw failure
    }
  }

  private func failure(_ response: NetworkResponse, to question: Question) -> CommandError {
    switch (response.status, question) {
    case (401, _):
      CommandError(
        .permission,
        "The hub '\(server)' does not take this token: it is mistyped, was revoked, or has expired.",
        help: ["On the hub's machine, '\(newToken)' makes another one."]
      )
    case (403, _):
      CommandError(
        .permission,
        "The hub '\(server)' knows this token, but refuses it for the space '\(remote.space)'.",
        help: ["On the hub's machine, '\(newToken)' makes one for it."]
      )
    case (404, .hub):
      CommandError(
        .protocolMismatch,
        "There is no hub at '\(server)' (status 404).",
        help: ["See that the address is the one that the hub printed."]
      )
    case (404, .space):
      CommandError(
        .permission,
        "The hub '\(server)' has no space '\(remote.space)' for this token.",
        help: [
          "The address ends with the space that the token was made for.",
          "On the hub's machine, '\(newToken)' makes one for '\(remote.space)'.",
        ]
      )
    case (426, _):
      upgrade(theirs: response.header("Sync-Protocol").map { String($0.prefix(20)) } ?? "another")
    default:
      CommandError(SyncError(ExchangeError(response)))
    }
  }

  private func upgrade(theirs: String) -> CommandError {
    CommandError(
      .protocolMismatch,
      "The hub '\(server)' speaks protocol \(theirs), \(Itemsctl.name) \(PackageRelease.version) "
        + "speaks \(protocolVersions.upperBound).",
      help: ["Update the older of the two."]
    )
  }

  private var server: String {
    guard case .http(let origin) = remote.location else { return remote.description }
    return origin
  }

  private var newToken: String { "itemshub token create \(remote.space)" }
}
