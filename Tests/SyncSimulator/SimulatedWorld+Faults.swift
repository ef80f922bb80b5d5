// The rare faults: what befalls disks, clocks, hubs and people.

import Storage
import Sync

extension SimulatedWorld {
  func meet(_ fault: RareFault, _ device: Device) async throws {
    note("device \(device.number): \(fault)")
    switch fault {
    case .crash: try await crashOrStart(device)
    case .sendPartition, .receivePartition, .hubFull, .lowLimits, .revocation, .otherProtocol:
      try await begin(fault, device, lasting: random.below(200))
    case .lostTransaction: try await begin(fault, device, lasting: random.below(20))
    case .purge: try await purge()
    case .longSleep: try await sleepLong()
    case .clockJump:
      device.skew = random.pick([
        0, random.between(-86_400_000..<86_400_000), random.between(-5_000..<5_000),
      ])
      if random.chance(faults.wildClocks) { device.skew = faults.wildSkew(at: clock.now, &random) }
      clockJumps += 1
      count(.clockJump)
    case .otherAddress: device.settings.remote = random.pick(["simulated", "a link", "a mount"])
    case .hubClockJump: jumpHubClock()
    case .hubRestore: try await backUpOrRestoreHub()
    case .newHub: try await replaceHub(by: emptyHub)
    case .rollback: try await backUpOrRollBack(device)
    case .clone:
      let other = devices[random.below(devices.count)]
      if other !== device, other.space == device.space {
        try await replaceDisk(of: device, by: other.store.disk(), .clone)
      }
    case .twin:
      let other = devices[random.below(devices.count)]
      guard other !== device, other.space == device.space else { return }
      hasTwins = true
      let disk = try await other.store.disk()
      try await replaceDisk(of: device, by: disk, .clone)
      try await device.store.restore(disk)
    case .foreignPush:
      try pushPart(device)
      try await notePurge(of: device.space)
    case .importing: if device.isUp { try await exportOrImport(device) }
    case .conversion: if device.isUp { try await convert(device) }
    case .handEdit: if device.isUp { try await editByHand(device) }
    }
  }

  private func begin(_ fault: RareFault, _ device: Device, lasting duration: Int) async throws {
    try await set(fault, device, isOn: true)
    troubles.append((steps + duration, device.number, fault))
    nextRelief = min(nextRelief, steps + duration)
  }

  /// Ends the troubles that have lasted long enough.
  func relieve() async throws {
    for trouble in troubles where trouble.until <= steps {
      try await set(trouble.fault, devices[trouble.device], isOn: false)
    }
    troubles.removeAll { $0.until <= steps }
    nextRelief = troubles.map(\.until).min() ?? .max
  }

  private func set(_ fault: RareFault, _ device: Device, isOn: Bool) async throws {
    switch fault {
    case .lostTransaction:
      if !isOn, let disk = device.store.diskBeforeLastWrite() {
        try await replaceDisk(of: device, by: disk, .lostTransaction)
      }
      device.store.keepsLastDisk = isOn
    case .sendPartition: device.canSend = !isOn
    case .receivePartition: device.canReceive = !isOn
    case .hubFull: hub.failing.isFull = isOn
    case .lowLimits: hub.hasLowLimits = isOn
    case .revocation: device.isRevoked = isOn
    case .otherProtocol: hub.speaksOtherProtocol = isOn
    default: break
    }
  }

  private func crashOrStart(_ device: Device) async throws {
    if device.isUp {
      device.isUp = false
      device.crash()
      count(.crash)
    } else {
      device.isUp = true
      try await device.store.reopen(node: random.next())
      count(.restart)
    }
  }

  private func jumpHubClock() {
    count(.hubClockJump)
    let number = faults.hasTwoHubs ? random.below(2) : 0
    let year: Int64 = 31_557_600_000
    let skew = random.pick([0, random.between(-86_400_000..<86_400_000), year, -year])
    clock.setHubSkew(skew, of: number)
  }

  private func backUpOrRestoreHub() async throws {
    if let restoreHub, random.chance(0.5) {
      try await replaceHub(by: restoreHub)
    } else {
      restoreHub = try hub.store.makeRestorePoint()
    }
  }

  private func replaceHub(by other: @Sendable () throws -> Void) async throws {
    for space in books.indices { try await forgetHub(space) }
    try other()
    wasRestored = true
    for device in devices { device.checkedCursor = 0 }
    for space in books.indices { rereadSpace(space) }
    count(.hubRestore)
  }

  private func backUpOrRollBack(_ device: Device) async throws {
    if let backup = device.backup, random.chance(0.5) {
      try await replaceDisk(of: device, by: backup, .rollback)
    } else {
      device.backup = try await device.store.disk()
    }
  }

  private func replaceDisk(
    of device: Device,
    by disk: Store.Disk,
    _ happening: Happening
  ) async throws {
    device.crash()
    try await forget(device)
    try await device.store.restore(disk)
    device.checkedCursor = 0
    try await device.store.reopen(node: random.next())
    wasRolledBack = true
    // What is unsynced in the copy may bring an item back, and rightly so.
    for id in try await device.store.unsyncedItems() {
      books[device.space].dead[Int(id.low & 63)] = nil
    }
    count(happening)
  }
}

// MARK: - Programs of other authors

extension SimulatedWorld {
  /// Pushes an item without most of its fields, which have their defaults on every device.
  private func pushPart(_ device: Device) throws {
    guard let space = try hub.space(device.space) else { return }
    // Another text each time, which nobody imports as one that was there before.
    let part = ItemState([
      ItemState.Entry(
        "title",
        .string("part \(clock.now)"),
        stamp: Stamp(milliseconds: clock.now, node: random.next())
      )
    ])
    let push = PushRequest(
      device: 1,
      session: Int64(random.next() >> 1),
      counter: 1,
      token: space.token,
      cursor: space.head,
      changes: [PushChange(id: id(SimulatedWorld.foreignItem), state: part, seen: 0)]
    )
    do throws(HubError) {
      let name = SimulatedHub.spaceName(device.space)
      _ = try hub.process(0).answer(.push(push), space: name)
      books[device.space].changedAt[SimulatedWorld.foreignItem] = clock.now
      books[device.space].dead[SimulatedWorld.foreignItem] = nil
      // Somebody may import this very text. Of the two writes the books must know both: with the import
      // alone, whoever read the text here would pass for one who knew of the import.
      let row = HubRow(id: id(SimulatedWorld.foreignItem), sequence: 0, state: part)
      books[device.space].knowledge.note(before: nil, after: ReplicaItem(row))
    } catch {
      // A hub whose disk is full takes nothing from anyone.
      return
    }
  }
}

// MARK: - Purging

extension SimulatedWorld {
  /// Everybody sleeps for longer than the retention, or some go on working for a while.
  private func sleepLong() async throws {
    count(.longSleep)
    guard random.chance(0.7) else { return clock.advance(SimulatedHub.retention + 1) }
    let awake = devices.filter { _ in random.chance(0.5) }
    for _ in 0...random.below(25) {
      clock.advance(SimulatedHub.retention / 12)
      for device in awake { try await look(device) }
    }
  }

  /// Somebody at a device pushes, though not what this world keeps books of.
  private func look(_ device: Device) async throws {
    guard let space = try hub.space(device.space) else { return }
    if faults.hasHubFile { clock.setCallerSkew(device.skew) }
    lookCounter += 1
    let push = PushRequest(
      device: 2,
      session: Int64(device.number),
      counter: lookCounter,
      token: space.token,
      cursor: space.head,
      changes: []
    )
    let name = SimulatedHub.spaceName(device.space)
    // A hub whose disk is full takes nothing from anyone.
    _ = try? hub.process(0).answer(.push(push), space: name)
    try await notePurge(of: device.space)
  }

  /// No tombstone goes earlier than the retention, less a step, and a step for each jump of a clock.
  private func checkAge(of item: Int, space: Int) throws {
    let age = clock.now - books[space].changedAt[item]
    guard age < leastAge(of: SimulatedHub.retention) else { return }
    throw BrokenPromise("item \(item) was purged after \(age) ms and \(clockJumps) jumps")
  }

  /// How much time passes at least while a hub ages by that much.
  ///
  /// What one session writes may be up to a step too old: another saw time pass which the hub hears of later.
  private func leastAge(of milliseconds: Int64) -> Int64 {
    guard hasSteadyClock, !wasRestored, !wasRolledBack else { return .min }
    return milliseconds - SimulatedHub.retention / 10 * (clockJumps + 1) - 1
  }

  /// No token of this hub's history is forgotten within four retentions after another was the latest.
  func checkUnion(after token: SyncToken?, space: Int) throws {
    guard let token else { return }
    hasForgotten = true
    let away = books[space].supersededAt[token.head].map { clock.now - $0 } ?? 0
    guard away < leastAge(of: 4 * SimulatedHub.retention) else { return }
    throw BrokenPromise("the token at \(token.head) was forgotten after \(away) ms")
  }

  private func purge() async throws {
    for space in books.indices where try hub.space(space) != nil {
      let process = hub.process(0)
      do throws(HubError) {
        _ = try process.purge(space: SimulatedHub.spaceName(space))
      } catch {
        continue
      }
      try await notePurge(of: space)
    }
  }

  /// Notes which items a purge took, where there was one, and which must not come back.
  func notePurge(of space: Int) async throws {
    guard let found = try hub.space(space) else { return }
    if found.head != books[space].head {
      books[space].supersededAt[books[space].head] = clock.now
      books[space].head = found.head
    }
    let floor = found.floor
    guard floor != books[space].floor else { return }
    books[space].floor = floor
    count(.purge)
    let before = books[space].known
    rereadSpace(space)
    var gone = before & ~books[space].known
    while gone != 0 {
      let item = gone.trailingZeroBitCount
      gone &= gone - 1
      books[space].oracle.forget(item)
      books[space].knowledge.close(item)
      books[space].dead[item] = try await isSettled(item, space: space)
      try checkAge(of: item, space: space)
      note("purged \(item)")
    }
  }

  /// Takes stock of a space's items.
  func rereadSpace(_ space: Int) {
    var known: UInt64 = 0
    for row in (try? hub.rows(space)) ?? [] { known |= 1 << UInt64(row.id.low & 63) }
    books[space].known = known
    books[space].floor = ((try? hub.space(space)) ?? nil)?.floor ?? 0
  }

  /// Whether no write of an item is left anywhere.
  private func isSettled(_ item: Int, space: Int) async throws -> Bool {
    let id = id(item)
    for device in devices where device.space == space {
      if try await device.store.item(id)?.isDirty == true { return false }
    }
    for message in messages {
      guard case .request(.push(let push)) = message.content,
        push.changes.contains(where: { $0.id == id })
      else { continue }
      let seen = try hub.store.read(SimulatedHub.spaceName(space)) {
        transaction throws(HubError) -> Int64 in
        try transaction.session(push.session)?.counter ?? 0
      }
      if push.counter > seen { return false }
    }
    return true
  }
}
