// A whole run: faults, then healing, then the final checks.

import Storage
import Sync

extension SimulatedWorld {
  /// Lives through that many steps, heals, and checks every promise.
  package func run(steps: Int) async throws {
    for _ in 0..<steps {
      try await step()
      try await noteWatched()
    }
    try await heal()
    for space in books.indices {
      try await checkConvergence(of: space)
      try await checkNothingIsLost(of: space)
      try await checkNoTextIsLost(of: space)
      try checkDates(in: space)
      try await checkKnowledgeWins(in: space)
      try checkNoZombies(of: space)
      try checkIsAsWritten(in: space)
    }
  }

  /// Ends all faults and lets each device sync until nothing moves, within a bounded effort.
  private func heal() async throws {
    beginHealing()
    var requests = 0
    let most = 400 + 20 * devices.count * (faults.items + 4)
    for _ in 0..<20 {
      let before = try hubHeads()
      var pulled = 0
      for device in devices {
        let summary = try await syncWhole(device)
        try await noteWatched()
        requests += summary.requests
        pulled += summary.pulled
      }
      guard requests <= most else { throw BrokenPromise("\(requests) requests after healing") }
      if pulled == 0, try hubHeads() == before { return }
    }
    throw BrokenPromise("the devices do not come to rest")
  }

  private func beginHealing() {
    note("healing")
    messages = []
    isHealing = true
    var calm = FaultMix()
    calm.items = faults.items
    calm.hasTwoHubs = faults.hasTwoHubs
    calm.hasHubFile = faults.hasHubFile
    calm.wildClocks = faults.wildClocks
    calm.hasTightMessages = faults.hasTightMessages
    calm.verification = 1
    faults = calm
    hub.failing.isFull = false
    hub.hasLowLimits = false
    hub.speaksOtherProtocol = false
    for number in 0..<2 { clock.setHubSkew(0, of: number) }
    for device in devices {
      device.crash()
      device.isUp = true
      device.canSend = true
      device.canReceive = true
      device.isRevoked = false
    }
  }

  private func hubHeads() throws -> [Int64] {
    try books.indices.map { try hub.space($0)?.head ?? 0 }
  }

  /// One whole run of sync without faults, which must succeed.
  private func syncWhole(_ device: Device) async throws -> SyncSummary {
    device.beginRun(0, verifies: true)
    var answer: (id: Int, reply: Result<SyncReply, ExchangeError>)?
    for _ in 0..<5_000 {
      clock.advance(10)
      guard let effect = device.runs[0]?.pending.first else {
        guard let (id, reply) = answer else { throw BrokenPromise("a run stands still") }
        answer = nil
        try receive(reply, id: id, on: device, run: 0)
        continue
      }
      device.runs[0]?.pending.removeFirst()
      switch effect {
      case .send(let id, let request):
        answer = (id, try await serve(request, device))
      case .finish(.success(let summary)):
        device.runs[0] = nil
        try await checkRest(of: device, summary)
        return summary
      case .finish(.failure(let error)):
        throw BrokenPromise("a sync without faults failed: \(error.code): \(error.message)")
      default: try await perform(effect, on: device, run: 0)
      }
    }
    throw BrokenPromise("a run does not end")
  }

  /// After a sync without faults nothing is left to send but what the hub refuses.
  private func checkRest(of device: Device, _ summary: SyncSummary) async throws {
    try check(summary.verification, of: device)
    let quarantine = try await device.store.quarantine()
    guard let unsynced = summary.verification?.unsynced, unsynced <= quarantine.count else {
      throw BrokenPromise("device \(device.number) has something left to send")
    }
    for (id, held) in quarantine {
      let edited = try await device.store.item(id)?.unsyncedState().maxStamp?.time ?? 0
      guard edited <= held else {
        throw BrokenPromise("device \(device.number) holds an edit of a refused item back")
      }
    }
  }
}
