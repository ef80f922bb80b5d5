import Storage
import Sync

/// A hub that commits the pushes of several devices together, and its log beside them, as a daemon does.
///
/// A push waits until every device that syncs has one, or has come to its end.
final class GatheringHub: NetworkService {
  private struct Push: Sendable {
    let write: HubWrite
    let continuation: CheckedContinuation<HubError?, Never>
  }

  private struct State: Sendable {
    var syncing: Int
    var pushes: [Push] = []
  }

  private let store: SQLiteHubStore
  private let hub: Hub
  private let path: String
  private let state: Locked<State>

  init(path: String, devices: Int) throws {
    self.path = path
    store = try SQLiteHubStore(path: path, busyTimeout: .milliseconds(300), readers: 1)
    hub = Hub(store: store)
    state = Locked(State(syncing: devices))
  }

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    guard request.path.hasSuffix("/push") else { return hub.respond(to: request) }
    do throws(HubError) {
      guard let push = try hub.pushRequest(request.body) else {
        return NetworkResponse(status: 413)
      }
      let reply = Locked<SyncReply?>(nil)
      let write = HubWrite(space: Remote.defaultSpace, seed: 1) {
        [hub] transaction
          throws(HubError) in
        let taken = try hub.take(push, in: transaction)
        reply.withLock { $0 = taken }
      }
      if let error = await commit(write) { throw error }
      return reply.withLock { $0 }.map { NetworkResponse($0) } ?? NetworkResponse(status: 500)
    } catch {
      return NetworkResponse(error)
    }
  }

  /// Says that a device pushes nothing more.
  func deviceEnded() {
    commitIfComplete { $0.syncing -= 1 }
  }

  private func commit(_ write: HubWrite) async -> HubError? {
    await withCheckedContinuation { continuation in
      commitIfComplete { $0.pushes.append(Push(write: write, continuation: continuation)) }
    }
  }

  private func commitIfComplete(_ change: (inout State) -> Void) {
    let pushes = state.withLock { state -> [Push] in
      change(&state)
      guard state.pushes.count >= state.syncing else { return [] }
      defer { state.pushes = [] }
      return state.pushes
    }
    guard !pushes.isEmpty else { return }
    // One that fails falls alone, and leaves the others as they are.
    let failing = HubWrite(space: Remote.defaultSpace, seed: 1) { transaction throws(HubError) in
      _ = try transaction.purge(before: .max)
      throw HubError(.malformed, "This one fails.")
    }
    let errors = store.writeTogether([failing] + pushes.map(\.write))
    for (push, error) in zip(pushes, errors.dropFirst()) {
      push.continuation.resume(returning: error)
    }
    // The next one makes up for one that failed.
    _ = try? HubCheckpoints(path: path).run(.passive)
  }
}

extension HubDevices {
  /// Syncs all devices at once, whose pushes of two changes each are committed together.
  func syncTogether() async throws {
    let hub = try GatheringHub(path: path, devices: stores.count)
    var environment = SyncEnvironment.live
    environment.patience = SyncCore.Patience(attempts: 1)
    try await withThrowingTaskGroup { group in
      for store in stores {
        let engine = SyncEngine(
          store: store,
          remote: Remote(.file(path: path)),
          networkService: hub,
          environment: environment,
          limits: SyncLimits(changes: 2)
        )
        group.addTask {
          defer { hub.deviceEnded() }
          try await engine.sync()
        }
      }
      // All of them come to their end before an error of one is told.
      var failure: (any Error)?
      while let result = await group.nextResult() {
        if case .failure(let error) = result { failure = error }
      }
      if let failure { throw failure }
    }
  }
}
