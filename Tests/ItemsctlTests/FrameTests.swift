// What the command and its helper say to each other.

import NetworkFrames
import Sync
import Testing

@Suite struct `Frames` {
  private static let messages: [FrameMessage] = [
    .start(
      FrameMessage.Start(
        version: "1",
        remote: "https://hub.example/main",
        token: "abc",
        allowsInsecure: true,
        userAgent: "itemsctl/1"
      )
    ),
    .started(version: "1"), .refused("No: \u{1F6AB}"), .cancel(7),
    .request(
      7,
      NetworkRequest(
        method: "POST",
        path: "/v1/hello",
        query: [NetworkRequest.Pair("a", "b&c")],
        headers: [NetworkRequest.Pair("X", ""), NetworkRequest.Pair("X", "\"")],
        body: [0, 255, 10],
        patience: .seconds(55)
      )
    ),
    .response(7, NetworkResponse(status: 204)), .failure(7, .untrusted, "No."),
  ]

  @Test(arguments: [1, 2, 3, 7, 8, 9, 64, 4_096])
  func `come out as they went in, whatever the pieces`(_ size: Int) throws {
    let bytes = Self.messages.flatMap(\.frame.bytes)
    var reader = FrameReader()
    var found: [FrameMessage] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.append(bytes[start..<min(start + size, bytes.count)])
      while let frame = try reader.next() { found.append(try FrameMessage(frame)) }
    }
    #expect(found == Self.messages)
  }

  @Test func `of an absurd length are refused before they are read`() {
    var reader = FrameReader()
    reader.append(Array("Content-Type: text/html\r\n".utf8))
    #expect(throws: FrameError.self) { try reader.next() }
  }

  @Test(arguments: [
    "", "{}", "[]", "{\"request\":1}", "{\"response\":1,\"status\":200,\"headers\":[[1,2]]}",
    "{\"failure\":1,\"code\":\"other\",\"message\":\"\"}", "{\"start\":\"1\"}",
  ])
  func `that say nothing known are refused`(_ head: String) {
    #expect(throws: FrameError.self) { try FrameMessage(Frame(head: Array(head.utf8))) }
  }
}
