#if Hub
import HubHTTP
import HubServer
import Sync
import Testing

struct RequestParserTests {
  @Test func `a request has its method, path, query and headers`() throws {
    let run = ParserRun(
      Array(
        "GET /v1/spaces/a%20b/changes?after=5&tok=a%2Bb+c&empty=&flag&%C3%A9=%e2%82%ac HTTP/1.1\r\nHost: hub:8731\r\nX-A:  b\t c \t\r\nx-e:\r\n\r\n"
          .utf8
      )
    )
    let request = try #require(run.requests.first).head.request
    #expect(request.method == "GET")
    #expect(request.path == "/v1/spaces/a%20b/changes")
    #expect(
      request.query == [
        .init("after", "5"), .init("tok", "a+b+c"), .init("empty", ""), .init("flag", ""),
        .init("é", "€"),
      ]
    )
    #expect(
      request.headers == [.init("Host", "hub:8731"), .init("X-A", "b\t c"), .init("x-e", "")]
    )
  }

  @Test(arguments: [
    ("GET", "1.1", "", true), ("GET", "1.0", "", false),
    ("GET", "1.1", "Connection: close\r\n", false),
    ("GET", "1.1", "Connection: a, CLOSE\r\n", false),
    ("GET", "1.0", "Connection: keep-alive\r\n", true),
    ("HEAD", "1.1", "Connection: upgrade\r\nUpgrade: h2c\r\n", true),
  ])
  func `keep-alive is as the version and the client have it`(
    _ method: String,
    _ version: String,
    _ headers: String,
    _ keepsAlive: Bool
  ) throws {
    let run = ParserRun(Array("\(method) / HTTP/\(version)\r\nHost: a\r\n\(headers)\r\n".utf8))
    #expect(try #require(run.requests.first).head.keepsAlive == keepsAlive)
  }

  @Test func `requests follow each other in one stream`() {
    let stream = Array(
      ("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n"
        + "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        + "POST /3 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n2;x=y\r\nde\r\n1\r\nf\r\n0\r\nT: u\r\n\r\n"
        + "POST /4 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
        + "GET /5 HTTP/1.0\r\nHost: a\r\n\r\n").utf8
    )
    let whole = ParserRun(stream)
    #expect(whole.requests.map(\.head.request.path) == ["/1", "/2", "/3", "/4", "/5"])
    #expect(
      whole.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "abc", "def", "", ""]
    )
    #expect(
      whole.requests.allSatisfy { $0.head.request.headers.count <= 2 },
      "trailers are no headers"
    )
    #expect(ParserRun(stream, cuts: Array(1..<stream.count)) == whole)
    #expect(whole.refusal == nil && whole.endRefusal == nil)
  }

  @Test func `what fills a limit exactly is taken`() {
    let line = "GET /" + String(repeating: "a", count: 8_178) + " HTTP/1.1\r\nHost: a\r\n\r\n"
    #expect(ParserRun(Array(line.utf8)).requests.count == 1)
    let headers = "Host: a\r\nA: " + String(repeating: "b", count: 16_384 - 9 - 3 - 2) + "\r\n\r\n"
    #expect(ParserRun(Array("GET / HTTP/1.1\r\n\(headers)".utf8)).requests.count == 1)
    let many = "Host: a\r\n" + String(repeating: "A: b\r\n", count: 63) + "\r\n"
    #expect(ParserRun(Array("GET / HTTP/1.1\r\n\(many)".utf8)).requests.count == 1)
    let body = "Content-Length: 4096\r\n\r\n" + String(repeating: "b", count: 4_096)
    #expect(ParserRun(Array("PUT / HTTP/1.1\r\nHost: a\r\n\(body)".utf8)).requests.count == 1)
    let chunk = "Transfer-Encoding: chunked\r\n\r\n1000\r\n" + String(repeating: "b", count: 4_096)
    let ended = chunk + "\r\n0\r\n\r\n"
    #expect(ParserRun(Array("PUT / HTTP/1.1\r\nHost: a\r\n\(ended)".utf8)).requests.count == 1)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n",
  ])
  func `a stream that ends within a request is a fault`(_ text: String) {
    let run = ParserRun(Array(text.utf8))
    #expect(run.requests.isEmpty && run.endRefusal?.status == 400)
  }

  @Test(arguments: [
    ("gzip", true), ("GZIP", true), ("br, gzip;q=0.5", true), ("*", true), ("x-gzip", true),
    ("deflate, *;q=0.1", true), ("gzip;q=0", false), ("gzip;q=0.000", false), ("br", false),
    ("", false), ("*;q=0", false), ("*, gzip;q=0", false), ("gzip;q=x", false),
    ("gzip ; q=1", true),
    ("identity", false), (";;,,", false),
  ])
  func `gzip is sent to who takes it`(_ value: String, _ accepts: Bool) throws {
    let run = ParserRun(
      Array("GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: \(value)\r\n\r\n".utf8)
    )
    #expect(try #require(run.requests.first).head.acceptsGzip == accepts)
  }
}
#endif
