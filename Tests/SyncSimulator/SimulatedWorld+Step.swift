// What happens in one step.

import Storage
import Sync

extension SimulatedWorld {
  /// One thing happens: a fault, an edit, an effect, or a message arrives.
  func step() async throws {
    steps += 1
    clock.advance(random.between(1..<200))
    let device = devices[random.below(devices.count)]
    if let fault = dice.roll(&random) { try await meet(fault, device) }
    if steps >= nextRelief { try await relieve() }
    let choice = random.below(100)
    if choice < faults.edits {
      if device.isUp { try await edit(device, random.below(faults.items)) }
    } else if choice < 65 {
      if device.isUp { try await advance(device, run: random.below(device.runs.count)) }
    } else if !messages.isEmpty {
      try await deliver()
    }
  }

  /// The device does the next thing of its run, begins one, or stops waiting for a reply.
  private func advance(_ device: Device, run place: Int) async throws {
    guard let run = device.runs[place] else {
      return device.beginRun(place, verifies: random.chance(faults.verification))
    }
    guard let effect = run.pending.first else {
      if let id = run.awaitedRequest, random.chance(0.3) {
        device.runs[place]?.awaitedRequest = nil
        device.handle(.failed(id: id, .transient("no answer")), run: place)
        count(.timeout)
      }
      return
    }
    device.runs[place]?.pending.removeFirst()
    try await perform(effect, on: device, run: place)
  }

  func perform(_ effect: SyncCore.Effect, on device: Device, run place: Int) async throws {
    switch effect {
    case .store(let work): try await perform(work, on: device, run: place)
    case .send(let id, let request):
      device.runs[place]?.awaitedRequest = id
      if case .changes = request, device.runs[place]?.pending.isEmpty == false { count(.early) }
      send(request, id: id, from: device, run: place)
      if random.chance(faults.editsInFlight) { try await editInFlight(request, device) }
    case .sleep: device.handle(.woke, run: place)
    case .report: break
    case .finish(let result):
      device.runs[place] = nil
      try check(result, of: device)
    }
  }

  private func perform(_ work: StoreWork, on device: Device, run place: Int) async throws {
    let fresh = RandomIdentifiers(from: { random.next() })
    let performed: PerformedWork
    do throws(StorageError) {
      performed = try await device.store.perform(
        work,
        settings: device.settings,
        fresh: fresh,
        failure: nextStoreFailure()
      )
    } catch {
      guard error.code == .busy || error.code == .full || error.code == .inputOutput else {
        throw BrokenPromise("device \(device.number)'s store failed: \(error.message)")
      }
      note("device \(device.number): the store fails")
      return device.handle(.storeFailed(error), run: place)
    }
    if performed.outcome == .superseded { count(.superseded) }
    if case .applied(let applied) = performed.outcome, applied.kept > 0 { count(.kept) }
    note(
      "device \(device.number): \(work.outline)\(performed.outcome == .superseded ? ", late" : "")"
    )
    try await noteWatched()
    if case .ahead(let ahead) = performed.outcome { try await noteAhead(ahead, device) }
    if case .proceeded = performed.outcome { count(.proceeded) }
    try bookKeeping(performed, of: device)
    if case .merge(_, let page) = work {
      for conflict in performed.conflicts { try checkIsGone(conflict, after: page, device) }
    }
    device.handle(.stored(performed.outcome), run: place)
    switch work {
    case .merge, .acknowledge, .proceed: try await checkCursor(of: device, performed)
    case .reset: device.checkedCursor = 0
    default: break
    }
  }

  /// A person edits what is about to be sent, now and then.
  private func noteAhead(_ ahead: PushAhead, _ device: Device) async throws {
    guard let change = ahead.changes.randomElement(using: &random) else { return }
    count(.ahead)
    guard random.chance(faults.editsInFlight) else { return }
    count(.editAhead)
    try await edit(device, Int(change.id.low & 63))
  }

  private func nextStoreFailure() -> StoreFailure? {
    guard random.chance(faults.storeFailure) else { return nil }
    count(.storeFailure)
    let code = random.pick([StorageError.Code.busy, .full, .inputOutput])
    return StoreFailure(error: StorageError(code, "The disk failed."), calls: callsBeforeFailure())
  }

  /// How many calls of a transaction succeed before it fails: few, or all before the commit.
  func callsBeforeFailure() -> Int {
    if random.chance(0.5) { return .max }
    // Drawn aside, so that a seed stands for the world that it stood for when every failure came before the first call.
    var aside = random
    return aside.below(20)
  }

  /// How a run may end while faults go on.
  private func check(_ result: Result<SyncSummary, SyncError>, of device: Device) throws {
    switch result {
    case .success(let summary):
      count(.runFinished)
      try check(summary.verification, of: device)
    case .failure(let error):
      count(.runFailed)
      let isExpected =
        switch error.code {
        // To a hub with low limits even a digest is too large.
        case .protocolViolation:
          faults.truncation + faults.corruption + faults[.lowLimits] > 0
        case .store: faults.storeFailure > 0
        case .quota: faults[.hubFull] > 0 || faults.hubFailure > 0
        case .unauthorized: faults[.revocation] > 0
        case .upgrade: faults[.otherProtocol] > 0
        default: true
        }
      guard isExpected else {
        throw BrokenPromise("a run ended by \(error.code): \(error.message)")
      }
    }
  }

  func check(_ verification: SyncSummary.Verification?, of device: Device) throws {
    guard let verification else { return }
    count(.verified)
    guard verification.differences == 0 else {
      throw BrokenPromise(
        "device \(device.number) has caught up, but \(verification.differences) digests differ"
      )
    }
  }
}
