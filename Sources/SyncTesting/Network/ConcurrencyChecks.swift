import Expectations
import Storage
import Sync
import Testing

extension NetworkServiceContract {
  static var concurrencyChecks: [Check] {
    [
      Check("many calls at once have each its own answer") { probe in
        probe.farEnd.answers { request in
          let number = Int(String(decoding: request.body.prefix(4), as: UTF8.self)) ?? 0
          // Later ones overtake earlier ones.
          for _ in 0..<(number * 7 % 40) { await Task.yield() }
          return NetworkResponse(
            status: 200 + number % 3,
            headers: [Pair("X-Number", "\(number)")],
            body: request.body
          )
        }
        let calls = (0..<48).map { number in
          let body = Array("\(1_000 + number)".utf8) + .random(number * 900, seed: UInt64(number))
          return (number: 1_000 + number, body: body, call: probe.service.start(.push(body)))
        }
        // A connection may be lost even here; whoever calls sends again then, as the engine does.
        var resent = 0
        for (number, body, call) in calls {
          let response: NetworkResponse
          do {
            response = try await probe.service.finish(call)
          } catch let error as NetworkError where error.code == .unreachable && resent < 2 {
            resent += 1
            response = try await probe.send(.push(body))
          }
          expect(response.status, equals: 200 + number % 3)
          expect(response.header("x-number"), equals: "\(number)")
          let isOwn = response.body == body
          expect(isOwn, "call \(number)")
        }
        let numbers = probe.farEnd.requests.map { Array($0.body.prefix(4)) }
        expect(numbers.count <= 48 + resent && Set(numbers).count == 48)
      },
      Check("a request that waits holds up no other") { probe in
        let opened = Tally()
        probe.farEnd.answers { request in
          if request.path.hasSuffix("/wait") { try await opened.reach() }
          return NetworkResponse(status: 200, body: Array(request.path.utf8))
        }
        let waiting = probe.service.start(.wait)
        try await probe.farEnd.arrivals.reach(1)
        for _ in 0..<3 {
          let response = try await probe.send(.push())
          expect(response.body, equals: Array("/v1/spaces/main/push".utf8))
        }
        opened.add()
        let response = try await probe.service.finish(waiting)
        expect(response.body, equals: Array("/v1/spaces/main/wait".utf8))
      },
      Check("answers in another order than their requests reach their callers") { probe in
        let turns = (0..<3).map { _ in Tally() }
        probe.farEnd.answers { request in
          let number = Int(request.body.first ?? 0)
          try await turns[number].reach()
          return NetworkResponse(status: 200, body: request.body)
        }
        let calls = (0..<3).map { probe.service.start(.push([UInt8($0)])) }
        try await probe.farEnd.arrivals.reach(3)
        for number in [2, 0, 1] {
          turns[number].add()
          let response = try await probe.service.finish(calls[number])
          expect(response.body, equals: [UInt8(number)])
        }
      },
    ]
  }

  /// The checks on time limits, for a subject that states its own.
  public static var timeChecks: [Check] {
    [
      Check("a request that is never answered is unreachable once its time is over") { probe in
        probe.farEnd.answers { _ in
          try await Tally().reach()
          return NetworkResponse(status: 204)
        }
        try await probe.expect(.unreachable, of: .push(), "never answered")
      },
      Check("a request that the hub may hold has its patience on top of that time") { probe in
        guard let timeout = probe.subject.timeout else { return }
        probe.farEnd.answers { _ in
          // The time itself is what is checked.
          try await Task.sleep(for: timeout * 2)
          return NetworkResponse(status: 200, body: [1])
        }
        let response = try await probe.send(.wait)
        expect(response.body, equals: [1])
      },
    ]
  }
}
