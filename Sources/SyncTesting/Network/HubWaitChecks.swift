import Expectations
import Storage
import Sync
import Testing

extension NetworkServiceContract {
  static var waitChecks: [HubCheck] {
    [
      HubCheck("a wait that nothing came for ends when its time is over") { probe in
        let device = try probe.device()
        try await device.store.add("Milk")
        _ = try await device.engine.sync()
        let token = try await probe.page().token
        for seconds in [0, 1] {
          let wait = WaitRequest(after: token.head, token: token, seconds: seconds)
          try await expect(probe.reply(to: .wait(wait)), equals: .wait(.unchanged))
        }
      },
      HubCheck("a wait for what has come already is answered at once") { probe in
        let device = try probe.device()
        try await device.store.add("Milk")
        _ = try await device.engine.sync()
        let token = try await probe.page().token
        let wait = WaitRequest(after: 0, token: nil, seconds: 600)
        try await expect(probe.reply(to: .wait(wait)), equals: .wait(.changed(token)))
      },
      HubCheck("a wait is answered late, when somebody has pushed") { probe in
        let (device, other) = (try probe.device(), try probe.device())
        try await device.store.add("Milk")
        _ = try await device.engine.sync()
        let before = try await probe.page().token
        let wait = SyncRequest.wait(WaitRequest(after: before.head, token: before, seconds: 600))
        let call = probe.start(wait)
        // Other requests pass by meanwhile.
        for _ in 0..<5 { try await expect(probe.send(.hello).status, equals: 200) }
        try await other.store.add("Bread")
        _ = try await other.engine.sync()
        let reply = try wait.reply(from: try await probe.service.finish(call)).get()
        expect(reply, equals: .wait(.changed(try await probe.page().token)))
      },
      HubCheck("a call of a task that is cancelled already is not made") { probe in
        for request in [NetworkRequest.hello, .wait] {
          let call = Task {
            // Ends when the task is cancelled.
            try? await Tally().reach()
            return try await probe.service.send(request)
          }
          call.cancel()
          let error = await #expect(throws: NetworkError.self) {
            try await probe.service.finish(call)
          }
          expect(error?.code, equals: .cancelled)
        }
        let response = try await probe.send(.hello)
        expect(response.status, equals: 200)
      },
      HubCheck("a wait that is cancelled ends, and the next request works") { probe in
        let device = try probe.device()
        try await device.store.add("Milk")
        _ = try await device.engine.sync()
        let token = try await probe.page().token
        for _ in 0..<3 {
          let call = probe.start(.wait(WaitRequest(after: token.head, token: token, seconds: 600)))
          for _ in 0..<2 { try await expect(probe.send(.hello).status, equals: 200) }
          call.cancel()
          let error = await #expect(throws: NetworkError.self) {
            try await probe.service.finish(call)
          }
          expect(error?.code, equals: .cancelled)
          try await expect(probe.page().token, equals: token)
        }
      },
    ]
  }
}
