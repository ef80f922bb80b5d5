// A whole run: faults, then healing, then the final checks.

import Storage
import Sync

extension SimulatedWorld {
  /// Lives through that many steps, heals, and checks every promise.
  func run(steps: Int) async throws {
    for _ in 0..<steps { try await step() }
    try await heal()
    try await checkConvergence()
    try checkNoLostUpdate()
    try checkNoZombies()
  }

  /// Ends all faults and lets each device sync until nothing moves, within a bounded effort.
  private func heal() async throws {
    messages = []
    faults = FaultMix()
    for device in devices {
      device.crash()
      device.isUp = true
      device.hasNetwork = true
    }
    var requests = 0
    let most = 400 + 20 * devices.count * (itemCount + 4)
    for _ in 0..<20 {
      let before = try hubRows().map(\.sequence)
      var pulled = 0
      for device in devices {
        let summary = try await syncWhole(device)
        requests += summary.requests
        pulled += summary.pulled
      }
      guard requests <= most else { throw BrokenPromise("\(requests) requests after healing") }
      if pulled == 0, try hubRows().map(\.sequence) == before { return }
    }
    throw BrokenPromise("the devices do not come to rest")
  }

  /// One whole run of sync without faults, which must succeed.
  private func syncWhole(_ device: Device) async throws -> SyncSummary {
    device.beginRun()
    for _ in 0..<5_000 {
      surroundings.advance(10)
      guard !device.pending.isEmpty else { throw BrokenPromise("a run stands still") }
      let effect = device.pending.removeFirst()
      switch effect {
      case .send(let id, let request):
        receive(try serve(request), id: id, on: device)
      case .finish(.success(let summary)):
        device.endRun()
        return summary
      case .finish(.failure(let error)):
        throw BrokenPromise("a sync without faults failed: \(error.code): \(error.message)")
      default: try await perform(effect, on: device)
      }
    }
    throw BrokenPromise("a run does not end")
  }
}
