#if Hub
import Foundation
import LoopbackHTTP
import Testing

/// SIGTERM, whatever the daemon is about.
@Suite struct HubEndTests {
  /// Clients that never finish what they began: they have four seconds, and would have thirty otherwise.
  @Test func `requests that never end hold up no end`() async throws {
    let workplace = try HubWorkplace()
    let daemon = try await Daemon(in: workplace)
    let token = try await daemon.token("main")
    try workplace.write("header", "Authorization: Bearer \(token)\n")
    let head =
      "POST /v1/spaces/main/push HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n"
      + "Sync-Protocol: 1\r\nContent-Type: application/json\r\n"
    let unfinished = try [
      "GET /", head, head + "Content-Length: 100\r\n\r\n{",
      head + "Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    ].map { try LoopbackClient(to: daemon.port, saying: $0) }
    #expect(LoopbackQuestion.status(of: "/livez", at: daemon.port) == 200)
    #expect(await daemon.end() == 0)
    // A body whose thirty seconds are over is told so: the daemon has not waited for that.
    for client in unfinished.suffix(2) {
      let answer = String(decoding: await client.answer(), as: UTF8.self)
      #expect(!answer.contains(" 408 "), "\(answer)")
    }
  }
}
#endif
