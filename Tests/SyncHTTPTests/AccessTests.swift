// Addresses that may be used, tokens, and dates.

import Foundation
import LoopbackHTTP
import Storage
import Sync
import SyncHTTP
import Testing

@Suite struct `An address` {
  @Test(arguments: [
    "http://localhost:1/s", "http://LOCALHOST/s", "http://127.0.0.1/s", "http://127.9.8.7:80/s",
    "http://[::1]:8080/s", "https://hub.example/s", "https://[2001:db8::1]/s",
  ])
  func `that is safe needs no permission`(_ text: String) throws {
    _ = try HTTPNetworkService(remote: try Remote(text), token: nil)
  }

  @Test(arguments: [
    "http://hub.example/s", "http://127.0.0.1.example/s", "http://localhost.example/s",
    "http://10.0.0.1/s", "http://[::2]/s", "http://127.1/s", "http://0.0.0.0/s",
    "http://127.0.0.01/s",
  ])
  func `in the open is refused unless that is allowed`(_ text: String) throws {
    let remote = try Remote(text)
    let error = #expect(throws: SyncError.self) {
      try HTTPNetworkService(remote: remote, token: nil)
    }
    #expect(error?.code == .invalidRemote && error?.message.contains("not encrypted") == true)
    var options = HTTPOptions()
    options.allowsInsecure = true
    _ = try HTTPNetworkService(remote: remote, token: nil, options: options)
  }

  @Test func `of a file is none for HTTP`() throws {
    let remote = try Remote("file:/hub.sqlite")
    let error = #expect(throws: SyncError.self) {
      try HTTPNetworkService(remote: remote, token: nil)
    }
    #expect(error?.code == .invalidRemote)
  }

  @Test(arguments: [
    "http://host:0/s", "http://host:65536/s", "http://host:1x/s", "http://ho st/s",
    "http://host?x/s", "http://-host/s", "http://[::1/s", "http://[x]/s", "http://h%41/s",
    "http://host:/s", "http://b\u{FC}cher.example/s",
  ])
  func `that is none is refused as it is typed`(_ text: String) {
    let error = #expect(throws: SyncError.self) { try Remote(text) }
    #expect(error?.code == .invalidRemote)
  }
}

@Suite struct `A token` {
  @Test(arguments: ["abc", " abc\n", "a-._~+/9==", "\tabc\r\n"])
  func `is taken without what surrounds it`(_ text: String) throws {
    let token = try HubToken(text)
    #expect(token.text == text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test(arguments: ["", " \n", "a b", "a\r\nX: y", "ä", "=", "a=b", "a\0", "\u{FEFF}abc"])
  func `that cannot be one is refused, and not shown`(_ text: String) {
    let error = #expect(throws: SyncError.self) { try HubToken(text) }
    #expect(error?.code == .unauthorized)
  }

  @Test func `is never shown`() throws {
    let token = try HubToken("s3cret")
    var dumped = ""
    dump(token, to: &dumped)
    for text in ["\(token)", String(reflecting: token), dumped, "\(Optional(token) as Any)"] {
      #expect(!text.contains("s3cret"))
    }
  }

  @Test(.needsLibcurl) func `that a server repeats is not passed on`() async throws {
    let responder = try LoopbackResponder { request in
      let text = request.header("Authorization") ?? ""
      return .answer(
        NetworkResponse(
          status: 500,
          headers: [NetworkRequest.Pair("X-Echo", text)],
          body: Array("{\"error\":\"\(text)\"}".utf8)
        )
      )
    }
    let service = try HTTPNetworkService(loopback: responder, token: try HubToken("s3cret"))
    let response = try await service.send(.hello)
    #expect(!"\(response) \(String(decoding: response.body, as: UTF8.self))".contains("s3cret"))
    #expect("\(ExchangeError(response))".contains("Bearer …"))
  }

  @Test func `comes from a file that nobody else may read`() throws {
    let path = NSTemporaryDirectory() + "token-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("s3cret\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try HubToken(file: path) == HubToken("s3cret"))
    for mode in [0o640, 0o604, 0o622] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      let error = #expect(throws: SyncError.self) { try HubToken(file: path) }
      #expect(error?.code == .unauthorized && error?.message.contains("chmod 600") == true)
    }
    let missing = #expect(throws: SyncError.self) { try HubToken(file: path + "-not") }
    #expect(missing?.message.contains("No such file") == true)
  }
}

@Suite struct `A date of HTTP` {
  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Tue, 29 Feb 2028 23:59:60 GMT", 1_835_481_600),
      ("Mon, 01-Mar-32 00:00:00 GMT", 1_961_712_000),
    ] as [(String, Int64)]
  )
  func `is understood in three forms`(_ text: String, _ seconds: Int64) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(arguments: [
    "", "soon", "7", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
  ])
  func `is not what else may stand there`(_ text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }

  @Test func `reads as it was written`() {
    for seconds in stride(from: Int64(0), to: 4_102_444_800, by: 86_400 * 13 + 3_607) {
      #expect(HTTPDate.seconds(HTTPDate.text(seconds)) == seconds)
    }
    #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
  }
}
