import Expectations
import Sync
import Testing

extension NetworkServiceContract {
  static var messageChecks: [Check] {
    [
      Check("the body of a request arrives byte for byte, up to a megabyte") { probe in
        for body in bodies {
          _ = try await probe.send(.push(body))
          let came = try require(probe.farEnd.requests.last).body
          // A comparison without an expansion: nobody reads a megabyte.
          let isSame = came == body
          expect(isSame, "\(body.count) bytes arrive as \(came.count)")
        }
      },
      Check("the body of an answer comes back byte for byte, up to two megabytes") { probe in
        for body in bodies + [.random(2 * 1_048_576, seed: 3)] {
          probe.farEnd.answers { _ in NetworkResponse(status: 200, body: body) }
          for request in [NetworkRequest.push(), .look()] {
            let came = try await probe.send(request).body
            let isSame = came == body
            expect(isSame, "\(body.count) bytes come back as \(came.count)")
          }
        }
      },
      Check("method, path and query arrive as they are") { probe in
        let requests = [
          NetworkRequest(method: "GET", path: "/v1/hello"), .push(), .look(),
          NetworkRequest(method: "POST", path: "/v1/spaces/Home.1_b-c/verify", body: [1]),
          .look([Pair("after", "9223372036854775807"), Pair("tok", "1.2.3")]),
          .look([Pair("a b", "c&d=e"), Pair("a b", "+%41?#/"), Pair("empty", "")]),
          .look([Pair("ü", "\u{1F95B} e\u{301}"), Pair("line", "\r\n\t\0;")]),
        ]
        for request in requests {
          _ = try await probe.send(request)
          let came = try require(probe.farEnd.requests.last)
          expect(came.method, equals: request.method)
          expect(came.path, equals: request.path)
          // By their bytes: two forms of a letter are two values.
          expect(came.query.map(\.bytes), equals: request.query.map(\.bytes), "\(came.query)")
        }
      },
      Check("the headers of a request arrive") { probe in
        let headers = [
          Pair("Sync-Protocol", "1"), Pair("Content-Type", "application/json"),
          Pair("x-lower", "a; b=\"c, d\""), Pair("X-UPPER", "~!@#$%^&*()[]{}|\\'<>?/"),
          Pair("X-Long", String(repeating: "long ", count: 200) + "end"),
        ]
        var request = NetworkRequest.push()
        request.headers = headers
        _ = try await probe.send(request)
        let came = try require(probe.farEnd.requests.last)
        for header in headers {
          expect(came.header(header.name), equals: header.value, "\(header.name)")
        }
      },
      Check("the headers of an answer come back, and are found whatever their case") { probe in
        let headers = [
          Pair("Retry-After", "7"), Pair("sync-protocol", "2"), Pair("X-REQUEST-ID", "Ab/9+="),
          Pair("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), Pair("X-Words", "a; b=\"c, d\""),
          Pair("X-Long", String(repeating: "long ", count: 200) + "end"),
        ]
        probe.farEnd.answers { _ in NetworkResponse(status: 503, headers: headers) }
        let response = try await probe.send(.look())
        for header in headers {
          for name in [header.name, header.name.lowercased(), header.name.uppercased()] {
            expect(response.header(name), equals: header.value, "\(name)")
          }
        }
      },
      Check("each status comes back with its body, and is no error") { probe in
        for status in statuses {
          let body = status == 204 ? [] : Array("{\"error\":\"of status \(status)\"}".utf8)
          probe.farEnd.answers { _ in NetworkResponse(status: status, body: body) }
          for request in [NetworkRequest.push(), .look()] {
            let response = try await probe.send(request)
            expect(response.status, equals: status)
            expect(response.body, equals: body, "status \(status)")
          }
        }
      },
      Check("an answer that leads elsewhere is given back, and nobody goes there") { probe in
        for status in [301, 302, 303, 307, 308] {
          probe.farEnd.answers { _ in
            NetworkResponse(status: status, headers: [Pair("Location", "/v1/elsewhere")])
          }
          let before = probe.farEnd.requests.count
          let response = try await probe.send(.push())
          expect(response.status, equals: status)
          expect(response.header("Location"), equals: "/v1/elsewhere")
          expect(probe.farEnd.requests.count, equals: before + 1, "status \(status)")
        }
      },
      Check("what a hub asks of whoever it lets not in comes back as well") { probe in
        for scheme in ["Bearer", "Basic realm=\"hub\"", "Digest realm=\"hub\", nonce=\"1\""] {
          probe.farEnd.answers { _ in
            NetworkResponse(status: 401, headers: [Pair("WWW-Authenticate", scheme)])
          }
          let before = probe.farEnd.requests.count
          let response = try await probe.send(.push())
          expect(response.status, equals: 401, "\(scheme)")
          expect(probe.farEnd.requests.count, equals: before + 1, "\(scheme)")
        }
      },
    ]
  }

  typealias Pair = NetworkRequest.Pair

  /// Bodies that a transport might take for something else.
  private static let bodies: [[UInt8]] = [
    [], [0], [10], Array(0...255), Array("\r\n\r\n".utf8), Array("0\r\n\r\n".utf8),
    Array("{\"title\":\"e\u{301} \u{1F95B}\"}\n".utf8), [0xFF, 0xFE, 0x80],
    .random(70_001, seed: 1), .random(1_048_576, seed: 2),
  ]

  /// Statuses that a hub, or a proxy before it, answers with.
  private static let statuses = [
    200, 201, 202, 204, 400, 401, 403, 404, 405, 408, 409, 410, 411, 413, 414, 415, 417, 418, 422,
    426, 429, 431, 500, 501, 502, 503, 504, 505, 507, 511, 599,
  ]
}

extension NetworkRequest.Pair {
  fileprivate var bytes: [[UInt8]] { [Array(name.utf8), Array(value.utf8)] }
}
