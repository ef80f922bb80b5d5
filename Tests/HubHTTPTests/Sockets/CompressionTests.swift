#if Hub
import CZlib
import Foundation
import HubHTTP
import HubServer
import Sync
import Testing

/// gzip in both directions.
struct CompressionTests {
  private let text = Array(String(repeating: "the same again, ", count: 200).utf8)

  @Test(arguments: [false, true])
  func `a compressed body is inflated`(_ isChunked: Bool) async throws {
    try await RunningServer.run(.echo()) { server in
      let body = try gzip(text)
      let reader = ResponseReader(try server.client())
      let head = "PUT /a HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\n"
      if isChunked {
        reader.client.send(head + "Transfer-Encoding: chunked\r\n\r\n")
        for byte in body { reader.client.send(Array("1\r\n".utf8) + [byte] + Array("\r\n".utf8)) }
        reader.client.send("0\r\n\r\n")
      } else {
        reader.client.send(Array((head + "Content-Length: \(body.count)\r\n\r\n").utf8) + body)
      }
      #expect(await reader.next()?.body == Array("PUT /a ".utf8) + text)
    }
  }

  @Test func `an empty body is empty, compressed or not`() async throws {
    try await RunningServer.run(.echo()) { server in
      let reader = ResponseReader(try server.client())
      let body = try gzip([])
      reader.client.send(
        Array(
          "PUT / HTTP/1.1\r\nHost: a\r\nContent-Encoding: x-gzip\r\nContent-Length: \(body.count)\r\n\r\n"
            .utf8
        ) + body
      )
      #expect(await reader.next()?.text == "PUT / ")
      reader.client.send(
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"
      )
      #expect(await reader.next()?.text == "PUT / ")
    }
  }

  @Test func `a bomb is refused without the memory it asks for`() throws {
    // 256 MiB in 255 KiB.
    let bomb = try gzip([UInt8](repeating: 0, count: 256 << 20))
    let head =
      "PUT / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
    let stream = Array(head.utf8) + bomb
    let before = peakMemory()
    let run = ParserRun(stream, bodyLimit: 1 << 20)
    #expect(run.refusal?.status == 413)
    // The stream is copied by this test.
    #expect(peakMemory() - before < 16 << 20)
  }

  @Test func `what is damaged, too short or too long is refused`() throws {
    let whole = try gzip(text)
    var damaged = whole
    damaged[whole.count / 2] ^= 0xFF
    var wrongSum = whole
    wrongSum[whole.count - 6] ^= 1
    for (body, status) in [
      (whole, nil), (Array(whole.dropLast()), 400), (Array(whole.prefix(5)), 400), (damaged, 400),
      (wrongSum, 400), (whole + [0], 400), (whole + whole, 400), (Array("plain".utf8), 400),
    ] as [([UInt8], Int?)] {
      let head =
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
      let stream = Array(head.utf8) + body
      #expect(ParserRun(stream).refusal?.status == status)
      #expect(ParserRun(stream, cuts: Array(1..<stream.count)).refusal?.status == status)
    }
  }

  @Test func `the limit holds for what is inflated, to the byte`() throws {
    let body = try gzip([UInt8](repeating: 0x61, count: 4_096))
    let longer = try gzip([UInt8](repeating: 0x61, count: 4_097))
    for (body, status) in [(body, nil), (longer, 413)] as [([UInt8], Int?)] {
      let head =
        "PUT / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
      #expect(ParserRun(Array(head.utf8) + body).refusal?.status == status)
    }
  }

  @Test func `a response is compressed for who takes that, and large enough`() async throws {
    let text = text
    let handler = TestHandler { request, exchange in
      exchange.respond(
        NetworkResponse(status: 200, body: request.path == "/long" ? text : Array("short".utf8))
      )
    }
    try await RunningServer.run(handler) { server in
      let reader = ResponseReader(try server.client())
      for (path, accept, isCompressed) in [
        ("/long", "gzip", true), ("/long", "gzip;q=0", false), ("/long", "br", false),
        ("/short", "gzip", false),
      ] {
        reader.client.send("GET \(path) HTTP/1.1\r\nHost: a\r\nAccept-Encoding: \(accept)\r\n\r\n")
        let response = try #require(await reader.next())
        #expect(response.header("Content-Encoding") == (isCompressed ? "gzip" : nil))
        #expect(response.header("Vary") == (path == "/long" ? "Accept-Encoding" : nil))
        let plain = isCompressed ? try inflate(response.body) : response.body
        #expect(plain == (path == "/long" ? text : Array("short".utf8)))
      }
    }
  }

  // MARK: - zlib, once more

  private func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = unsafe z_stream()
    try #require(unsafe czlib_deflate_init(&stream, 9, 31) == Z_OK)
    defer { unsafe deflateEnd(&stream) }
    return unsafe [UInt8](unsafeUninitializedCapacity: bytes.count + 1_024) { buffer, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(buffer.count)
        _ = unsafe deflate(&stream, Z_FINISH)
      }
      count = unsafe buffer.count - Int(stream.avail_out)
    }
  }

  private func inflate(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = unsafe z_stream()
    try #require(unsafe czlib_inflate_init(&stream, 31) == Z_OK)
    defer { unsafe inflateEnd(&stream) }
    return unsafe [UInt8](unsafeUninitializedCapacity: 100_000) { buffer, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = buffer.baseAddress
        unsafe stream.avail_out = UInt32(buffer.count)
        _ = unsafe CZlib.inflate(&stream, Z_FINISH)
      }
      count = unsafe buffer.count - Int(stream.avail_out)
    }
  }

  /// The most memory that this process had, in bytes; other tests run beside, and need little.
  private func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) << 10
  }
}
#endif
