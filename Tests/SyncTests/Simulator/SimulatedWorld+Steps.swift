// What happens in one step.

import Storage
import Sync

extension SimulatedWorld {
  /// One thing happens: a fault, an edit, an effect, or a message arrives.
  func step() async throws {
    steps += 1
    surroundings.advance(random.between(1..<200))
    let device = devices[random.below(devices.count)]
    if random.chance(faults.crash) { return try await crashOrStart(device) }
    try await disturb(device)
    let choice = random.below(100)
    if choice < 30, device.isUp {
      try await edit(device)
    } else if choice < 65, device.isUp {
      try await advance(device)
    } else if !messages.isEmpty {
      try await deliver()
    }
  }

  private func crashOrStart(_ device: Device) async throws {
    count("crash")
    if device.isUp {
      device.isUp = false
      device.crash()
    } else {
      device.isUp = true
      try await device.store.reopen(node: surroundings.random())
    }
  }

  private func disturb(_ device: Device) async throws {
    if random.chance(faults.partition) { device.hasNetwork.toggle() }
    if random.chance(faults.longSleep) {
      surroundings.advance(Self.retention + 1)
      count("long sleep")
    }
    if random.chance(faults.purge) { try await purge() }
    if random.chance(faults.clockJump) {
      device.skew = random.pick([
        0, random.between(-86_400_000..<86_400_000), random.between(-5_000..<5_000),
      ])
      count("clock jump")
    }
    if random.chance(faults.hubRestore) { backUpOrRestoreHub() }
    if random.chance(faults.rollback) { try await backUpOrRollBack(device) }
    if random.chance(faults.clone) {
      let other = devices[random.below(devices.count)]
      if other !== device { try await replaceDisk(of: device, by: other.store.disk(), "clone") }
    }
    if random.chance(faults.lostTransaction) {
      try await replaceDisk(
        of: device,
        by: device.store.diskBeforeLastWrite(),
        "lost transaction"
      )
    }
  }

  private func backUpOrRestoreHub() {
    if let hubBackup, random.chance(0.5) {
      hubStore.restore(hubBackup)
      wasRestored = true
      note("hub restored")
      count("hub restore")
    } else {
      hubBackup = hubStore.backup()
    }
  }

  private func backUpOrRollBack(_ device: Device) async throws {
    if let backup = device.backup, random.chance(0.5) {
      try await replaceDisk(of: device, by: backup, "rollback")
    } else {
      device.backup = device.store.disk()
    }
  }

  private func replaceDisk(of device: Device, by disk: ModelState?, _ name: String) async throws {
    guard let disk else { return }
    device.crash()
    device.store.restore(disk)
    try await device.store.reopen(node: surroundings.random())
    wasRolledBack = true
    note("device \(device.number): \(name)")
    count(name)
  }

  /// Removes old tombstones on the hub, and notes which items must not come back by themselves.
  private func purge() async throws {
    let before = Set(try hubRows().map(\.id))
    guard try hub.purge(space: Self.space) else { return }
    count("purge")
    let gone = before.subtracting(try hubRows().map(\.id))
    oracle.excused.formUnion(gone)
    for id in gone.sorted(by: { $0.low < $1.low }) {
      var isSettled = try !messages.contains { try mayStillPush(id, $0) }
      for device in devices where isSettled {
        isSettled = try await replica(id, of: device)?.isDirty != true
      }
      dead[id] = isSettled
      note("purged \(id.low & 0xFFFF)")
    }
  }

  /// The device does the next thing of its run, begins one, or stops waiting for a reply.
  private func advance(_ device: Device) async throws {
    if device.core == nil { return device.beginRun() }
    guard let effect = device.pending.first else {
      if let id = device.awaitedRequest, random.chance(0.3) {
        device.awaitedRequest = nil
        device.handle(.failed(id: id, .transient("no answer")))
        count("timeout")
      }
      return
    }
    device.pending.removeFirst()
    try await perform(effect, on: device)
  }

  func perform(_ effect: SyncCore.Effect, on device: Device) async throws {
    switch effect {
    case .store(let work):
      let performed = try await device.perform(
        work,
        fresh: FreshValues(from: { surroundings.random() })
      )
      book(performed, of: device)
      device.handle(.stored(performed.outcome))
      if case .merge = work { try await checkCursor(of: device) }
      if case .acknowledge = work { try await checkCursor(of: device) }
    case .send(let id, let request):
      device.awaitedRequest = id
      send(request, id: id, from: device)
    case .sleep: device.handle(.woke)
    case .report: break
    case .finish(let result):
      device.endRun()
      try check(result)
    }
  }

  private func book(_ performed: PerformedWork, of device: Device) {
    for restamp in performed.restamps {
      count("restamp")
      oracle.replace(
        Oracle.Key(id: restamp.id, name: restamp.name),
        restamp.old,
        by: restamp.new
      )
    }
    oracle.excused.formUnion(performed.removed)
    if !performed.removed.isEmpty { count("lost and found") }
  }

  /// How a run may end while faults go on.
  private func check(_ result: Result<SyncSummary, SyncError>) throws {
    switch result {
    case .success: count("run finished")
    case .failure(let error):
      count("run failed: \(error.code)")
      guard error.code != .protocolViolation, error.code != .store else {
        throw BrokenPromise("a run ended by \(error.code): \(error.message)")
      }
    }
  }
}

extension SimulatedWorld {
  /// Whether this is a push with a change of that item which the hub has not seen yet.
  private func mayStillPush(_ id: ItemID, _ message: Message) throws -> Bool {
    guard case .request(_, _, _, .push(let push)) = message,
      push.changes.contains(where: { $0.id == id })
    else { return false }
    let seen = try hubStore.read(Self.space) { transaction throws(HubError) -> Int64 in
      try transaction.counter(of: push.session) ?? 0
    }
    return push.counter > seen
  }
}
