import Expectations
import Sync
import Testing

extension NetworkServiceContract {
  static var failureChecks: [Check] {
    [
      Check("a request without an answer is unreachable, and the next one works") { probe in
        for _ in 0..<3 {
          for request in [NetworkRequest.push(), .look(), .wait] {
            let before = probe.farEnd.requests.count
            probe.farEnd.answers { _ in throw NoAnswer() }
            try await probe.expect(.unreachable, of: request, request.path)
            // A transport may send a request again that changes nothing, and whose connection had been in use before.
            if request.method != "GET" { expect(probe.farEnd.requests.count, equals: before + 1) }
            try await probe.expectAnswer("after a request without an answer")
          }
        }
      },
      Check("an answer that is cut short is unreachable, and never mended") { probe in
        let response = NetworkResponse(status: 200, body: .random(10_000, seed: 4))
        for bytes in [0, 1, 9_999] {
          probe.farEnd.answers { _ in throw Interruption(response: response, bytes: bytes) }
          try await probe.expect(.unreachable, of: .look(), "\(bytes) bytes of 10,000")
          try await probe.expectAnswer("after an answer that was cut short")
        }
      },
      Check("nothing is sent twice, whatever the answer") { probe in
        for status in [200, 401, 407, 408, 421, 425, 429, 500, 502, 503, 504] {
          let before = probe.farEnd.requests.count
          probe.farEnd.answers { _ in
            NetworkResponse(status: status, headers: [Pair("Retry-After", "0")])
          }
          let response = try await probe.send(.push())
          expect(response.status, equals: status)
          expect(probe.farEnd.requests.count, equals: before + 1, "status \(status)")
        }
      },
      Check("a request that changes something is not sent again without an answer") { probe in
        for _ in 0..<3 {
          // The connection has been in use before, which some transports take for a reason.
          try await probe.expectAnswer("before")
          let before = probe.farEnd.requests.count
          probe.farEnd.answers { _ in throw NoAnswer() }
          try await probe.expect(.unreachable, of: .push(), "no answer")
          try await probe.expectAnswer("after")
          expect(probe.farEnd.requests.count, equals: before + 2)
        }
      },
      Check("an error holds nothing of a request's or an answer's body") { probe in
        let contents = "milk-and-bread-4711"
        let body = Array("{\"title\":\"\(contents)\"}\n".utf8)
        let response = NetworkResponse(status: 200, body: body)
        probe.farEnd.answers { _ in throw Interruption(response: response, bytes: body.count - 1) }
        let error = try await probe.expect(.unreachable, of: .push(body), "cut short")
        expect(error?.isSilent(about: contents), equals: true)
      },
    ]
  }

  /// The check on a missing hub, for a subject that can make such a service.
  public static var absenceChecks: [Check] {
    [
      Check("a hub that is not there is unreachable, each time") { probe in
        guard let withoutHub = probe.subject.withoutHub else { return }
        let service = try await withoutHub()
        let alone = NetworkProbe(service: service, subject: probe.subject, farEnd: probe.farEnd)
        for request in [NetworkRequest.push(), .look(), .wait] {
          let error = try await alone.expect(.unreachable, of: request, "no hub")
          if let credentials = probe.subject.credentials {
            expect(error?.isSilent(about: credentials), equals: true)
          }
        }
        expect(probe.farEnd.requests.isEmpty)
      }
    ]
  }

  /// The check on the size of answers, for a subject that states its limit.
  public static var limitChecks: [Check] {
    [
      Check("an answer at the limit comes back, and a larger one is an invalid answer") { probe in
        guard let limit = probe.subject.responseLimit else { return }
        for (count, isTaken) in [(limit, true), (limit + 1, false), (limit * 2, false)] {
          let body = [UInt8](repeating: 0x20, count: count)
          for status in [200, 500] {
            probe.farEnd.answers { _ in NetworkResponse(status: status, body: body) }
            if isTaken {
              let response = try await probe.send(.look())
              expect(response.status == status && response.body.count == count)
            } else {
              let before = probe.farEnd.requests.count
              try await probe.expect(.invalidAnswer, of: .look(), "\(count) bytes")
              expect(probe.farEnd.requests.count, equals: before + 1)
            }
          }
        }
        try await probe.expectAnswer("after an answer that was too large")
      }
    ]
  }

  /// The checks on credentials, for a subject that states its own.
  public static var credentialChecks: [Check] {
    [
      Check("credentials reach the hub, in headers alone") { probe in
        guard let credentials = probe.subject.credentials else { return }
        for request in [NetworkRequest.push(), .look([Pair("after", "1")])] {
          _ = try await probe.send(request)
          let came = try require(probe.farEnd.requests.last)
          expect(came.headers.contains { $0.value.contains(credentials) })
          let others = [came.path] + came.query.flatMap { [$0.name, $0.value] }
          expect(!others.contains { $0.contains(credentials) })
          expect(came.body, equals: request.body)
        }
      },
      Check("credentials stand in no error, and in no failure that repeats them") { probe in
        guard let credentials = probe.subject.credentials else { return }
        for status in [400, 401, 404, 500, 503] {
          probe.farEnd.answers { request in
            let echo = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "; ")
            return NetworkResponse(
              status: status,
              headers: [Pair("X-Echo", echo)],
              body: Array("{\"error\":\"'\(echo)' was refused\"}".utf8)
            )
          }
          let response = try await probe.send(.push())
          let words =
            response.headers.map(\.value) + [String(decoding: response.body, as: UTF8.self)]
          expect(response.status, equals: status)
          expect(!words.contains { $0.contains(credentials) }, "status \(status)")
        }
        probe.farEnd.answers { _ in throw NoAnswer() }
        let error = try await probe.expect(.unreachable, of: .push(), "no answer")
        expect(error?.isSilent(about: credentials), equals: true)
      },
    ]
  }
}
