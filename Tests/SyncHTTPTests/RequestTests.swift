// What a hub gets to see of each request, compared with files that were recorded.

import Foundation
import LoopbackHTTP
import Storage
import Sync
import SyncHTTP
import Testing

@Suite(.needsLibcurl) struct `A request over HTTP` {
  private static let token = SyncToken(epoch: 7, head: 42, nonce: 9)

  private static let requests: [(String, NetworkRequest)] = [
    ("hello", .hello),
    ("push", push.networkRequest(space: "main")),
    (
      "changes",
      SyncRequest.changes(ChangesRequest(after: 41, limit: 500, token: token))
        .networkRequest(space: "home.1")
    ),
    (
      "bootstrap",
      SyncRequest.changes(
        ChangesRequest(
          after: 0,
          token: nil,
          isBootstrap: true,
          bootstrapFloor: 3,
          bootstrapHead: 42,
          isLiveOnly: true
        )
      ).networkRequest(space: "main")
    ),
    (
      "verify",
      SyncRequest.verify(
        VerifyRequest(head: 42, token: token, digest: SpaceDigest())
      ).networkRequest(space: "main")
    ),
    (
      "wait",
      SyncRequest.wait(WaitRequest(after: 42, token: token)).networkRequest(space: "main")
    ),
    (
      "escapes",
      NetworkRequest(
        method: "GET",
        path: "/v1/hello",
        query: [NetworkRequest.Pair("a b&c", "ü=1+2%\r\n#")],
        headers: [NetworkRequest.Pair("Sync-Protocol", "1")]
      )
    ),
  ]

  private static let push = SyncRequest.push(
    PushRequest(device: 1, session: 2, counter: 3, token: token, cursor: 42, changes: [])
  )

  @Test(arguments: requests.indices)
  func `is the same, byte for byte`(_ index: Int) async throws {
    let (name, request) = Self.requests[index]
    let responder = try LoopbackResponder { _ in .answer(NetworkResponse(status: 204)) }
    let service = try HTTPNetworkService(loopback: responder, token: try HubToken("to-ken_1/2+3=="))
    #expect(try await service.send(request).status == 204)
    let seen = try #require(responder.requests.first).record(port: responder.port)
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Recorded/\(name).http")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try Data(seen.utf8).write(to: file)
    }
    #expect(seen == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }

  @Test func `has no token where there is none, and never one but in its header`() async throws {
    let responder = try LoopbackResponder { _ in .answer(NetworkResponse(status: 204)) }
    _ = try await HTTPNetworkService(loopback: responder).send(.hello)
    _ = try await HTTPNetworkService(loopback: responder, token: try HubToken("s3cret")).send(
      .hello
    )
    let (first, second) = (responder.requests[0], responder.requests[1])
    #expect(first.header("Authorization") == nil)
    #expect(second.headers.filter { $0.value.contains("s3cret") }.map(\.name) == ["Authorization"])
    #expect(!second.target.contains("s3cret"))
  }

  @Test(arguments: [
    "itemsctl/1.2 (Linux)", "bad\r\nInjected: yes", "tab\tand ü",
  ])
  func `has one line for the program's name, whatever that is`(_ name: String) async throws {
    let responder = try LoopbackResponder { _ in .answer(NetworkResponse(status: 204)) }
    let service = try HTTPNetworkService(loopback: responder) { $0.userAgent = name }
    _ = try await service.send(.hello)
    #expect(responder.requests.first?.header("User-Agent")?.isEmpty == false)
    #expect(responder.requests.first?.header("Injected") == nil)
  }

  @Test func `of a whole megabyte arrives whole`() async throws {
    let responder = try LoopbackResponder { request in
      .answer(NetworkResponse(status: 200, body: Array("\(request.body.count)".utf8)))
    }
    let request = NetworkRequest(
      method: "POST",
      path: "/v1/spaces/main/push",
      headers: [NetworkRequest.Pair("Content-Type", "application/json")],
      body: [UInt8](repeating: 0x20, count: 1_048_576)
    )
    let response = try await HTTPNetworkService(loopback: responder).send(request)
    #expect(response.body == Array("1048576".utf8))
  }
}

extension RecordedRequest {
  /// The request in HTTP's form, its headers in order of their names.
  ///
  /// A release changes no record: its number is VERSION there, as the port is PORT.
  /// What URLSession adds of its own differs between systems and is left out.
  fileprivate func record(port: Int) -> String {
    let own: Set = ["accept-encoding", "accept-language", "connection", "priority"]
    let lines = headers.filter { !own.contains($0.name.lowercased()) }
      .map { "\($0.name): \($0.value.replacing(":\(port)", with: ":PORT"))" }.sorted()
    let head = ["\(method) \(target) HTTP/1.1"] + lines
    let agent = HTTPOptions.defaultUserAgent
    let text = head.map { $0.replacing(agent, with: "item-store/VERSION") + "\n" }.joined()
    return text + "\n" + String(decoding: body, as: UTF8.self)
  }
}
