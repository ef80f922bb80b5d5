import Expectations
import Storage
import Sync
import Testing

extension NetworkServiceContract {
  static var cancellationChecks: [Check] {
    [
      Check("a call that is cancelled ends as cancelled, and the next one works") { probe in
        for (number, request) in [NetworkRequest.push(), .look(), .wait].enumerated() {
          let before = probe.farEnd.requests.count
          probe.farEnd.answers { _ in try await forEver() }
          let call = probe.service.start(request)
          try await probe.farEnd.arrivals.reach(before + 1)
          call.cancel()
          try await probe.expect(.cancelled, of: call, request.path)
          try await probe.expectAnswer("after \(number + 1) cancelled calls")
        }
      },
      Check("a call of a task that is cancelled already sends nothing") { probe in
        for request in [NetworkRequest.push(), .look(), .wait] {
          let call = Task {
            _ = try? await forEver()
            return try await probe.service.send(request)
          }
          call.cancel()
          try await probe.expect(.cancelled, of: call, request.path)
        }
        try await probe.expectAnswer("after calls that were cancelled before they began")
        expect(probe.farEnd.requests.count, equals: 1)
      },
      Check("a call that is cancelled ends no other") { probe in
        let opened = Tally()
        probe.farEnd.answers { _ in
          try await opened.reach()
          return NetworkResponse(status: 200, body: [7])
        }
        let (first, second) = (probe.service.start(.wait), probe.service.start(.push()))
        try await probe.farEnd.arrivals.reach(2)
        first.cancel()
        try await probe.expect(.cancelled, of: first)
        opened.add()
        let response = try await probe.service.finish(second)
        expect(response, equals: NetworkResponse(status: 200, headers: response.headers, body: [7]))
      },
      Check("a call that is cancelled at any moment is cancelled, or has its answer") { probe in
        probe.farEnd.answers { request in NetworkResponse(status: 200, body: request.body) }
        for number in 0..<60 {
          let body = Array("\(number)".utf8)
          let call = probe.service.start(.push(body))
          for _ in 0..<(number % 20) { await Task.yield() }
          call.cancel()
          do {
            let response = try await probe.service.finish(call)
            expect(response.body, equals: body)
          } catch let error as NetworkError {
            expect(error.code, equals: .cancelled, "\(error)")
          }
        }
        try await probe.expectAnswer("after many cancelled calls")
      },
    ]
  }

  /// Waits until the task is cancelled.
  private static func forEver() async throws -> NetworkResponse {
    try await Tally().reach()
    return NetworkResponse(status: 204)
  }
}
