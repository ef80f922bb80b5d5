import Storage
import Sync

/// The contract at the far end of a service: it notes what arrives, and answers as a check asks.
final class FarEnd: Sendable {
  private struct State {
    var requests: [NetworkRequest] = []
    var answer: NetworkServiceContract.Answer = { _ in NetworkResponse(status: 204) }
    var tasks: [Int: Task<NetworkResponse, any Error>] = [:]
    var isOver = false
  }

  private let state = Locked(State())
  /// How many requests have arrived.
  let arrivals = Tally()

  /// What has arrived, in order.
  var requests: [NetworkRequest] { state.withLock { $0.requests } }

  /// Answers what arrives from now on in this way.
  func answers(_ answer: @escaping NetworkServiceContract.Answer) {
    state.withLock { $0.answer = answer }
  }

  /// Ends what still waits; nothing is answered any more.
  func end() {
    let tasks = state.withLock { state in
      state.isOver = true
      return state.tasks.values
    }
    for task in tasks { task.cancel() }
  }

  /// Answers a request.
  func answer(_ request: NetworkRequest) async throws -> NetworkResponse {
    let (number, task) = try state.withLock { state in
      guard !state.isOver else { throw CancellationError() }
      let (number, answer) = (state.requests.count, state.answer)
      let task = Task { try await answer(request) }
      state.requests.append(request)
      state.tasks[number] = task
      return (number, task)
    }
    arrivals.add()
    defer { state.withLock { $0.tasks[number] = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
