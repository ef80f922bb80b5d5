#if Hub
import Foundation
import LoopbackHTTP
import RunningPrograms
import Storage

extension HubWorld {
  /// Lets something befall the world, and looks at the hub once it is back.
  func suffer(_ fault: HubFault) async throws {
    figures.faults[fault, default: 0] += 1
    switch fault {
    case .kill: try await killUnderLoad()
    case .suspension: try await suspend()
    case .cut: try await cut()
    case .deviceKill: try await killDevice()
    case .fullDisk: try await fillDisk()
    case .backup: try await backUp()
    case .restore: try await restore()
    case .termination: try await terminate()
    case .clock: try await shiftClock()
    case .command: try await command()
    case .upkeep: try await upkeep()
    }
    try look()
  }

  /// Lets the devices work: as often for an instant as for long.
  func load(upTo milliseconds: Int = 128) async throws {
    let most = milliseconds >> generator.below(8)
    try await Task.sleep(for: .microseconds(generator.below(max(1, most) * 1_000)))
  }

  /// Waits until devices have asked for something, which they do again a while after the hub was away.
  ///
  /// Only for so long: what is done next may befall devices that ask for nothing, too.
  private func requests(_ count: Int) async throws {
    let last = proxy.counts.requestPieces + count
    for _ in 0..<4_000 where proxy.counts.requestPieces < last {
      try await Task.sleep(for: .microseconds(250))
    }
  }

  private func killUnderLoad() async throws {
    try await requests(1 << generator.below(6))
    try await load(upTo: 32)
    await killHub()
    // Devices meet a hub that is away, too, but not always.
    if generator.chance(30) { try await load(upTo: 32) }
    while generator.chance(15) {
      // Killed while it starts: most of that takes about as long.
      hub = try HubProcess(store: store, words)
      try await load(upTo: 16)
      await killHub()
    }
    try await startHub()
  }

  private func suspend() async throws {
    try await requests(1 << generator.below(4))
    hub?.send(SIGSTOP)
    // Long enough for devices to ask again, while what they asked before waits for the daemon.
    try await load(upTo: 512)
    guard generator.chance(50) else { return hub?.send(SIGCONT) ?? () }
    await killHub()
    try await startHub()
  }

  private func cut() async throws {
    // The first hears everything, and gets no answer.
    let faults = [
      ConnectionFault(responseCut: 0), ConnectionFault(responseCut: generator.below(2_000)),
      ConnectionFault(requestCut: generator.below(4_000)), ConnectionFault(),
    ]
    for _ in 0...generator.below(3) {
      proxy.begin(generator.pick(faults))
      try await load(upTo: 64)
      proxy.cut()
    }
    proxy.begin(ConnectionFault())
  }

  private func killDevice() async throws {
    let index = generator.below(devices.count)
    try await load(upTo: 64)
    await devices[index].process?.kill()
    try endDevice(index)
    try startDevice(index)
    try await order("work", devices[index], expecting: "working")
  }

  // MARK: Disks

  private func fillDisk() async throws {
    if let disk, HubFault.limitCommand == nil || generator.chance(60) {
      try disk.fill("ballast")
      try await meetFullDisk()
      try disk.empty("ballast")
    } else if let command = HubFault.limitCommand, let hub {
      let log = "\(store)-wal"
      let size = (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) ?? 0
      let limit = size + generator.below(60_000)
      try await run("\(command) --pid \(hub.process) --fsize=\(limit):unlimited")
      try await meetFullDisk()
      // The limit ends with the process.
      try await run("\(command) --pid \(hub.process) --fsize=unlimited || true")
    } else {
      return
    }
    if hub == nil { try await startHub() }
  }

  /// The daemon may end, and may not begin, while nothing fits.
  private func meetFullDisk() async throws {
    try await load(upTo: 256)
    guard generator.chance(40) else { return }
    await killHub()
    guard let disk, FileManager.default.fileExists(atPath: disk.file("ballast")) else { return }
    let attempt = try HubProcess(store: store, words)
    if let (port, _) = await attempt.ready() {
      proxy.target = port
      try await load()
      proxy.target = nil
    } else {
      // What it says is not looked at, but that it does not go down with a trap.
      attempt.send(SIGTERM)
      let code = await attempt.end()
      if code >= 128 { found("on a full disk it ended with \(code): \(attempt.log.suffix(3))") }
    }
    await attempt.kill()
  }

  // MARK: Backups

  private func backUp() async throws {
    let path = path("backup-\(UUID().uuidString).sqlite")
    try look()
    // Where the hub lost something itself, the devices may have yet to bring it back.
    let known = missing.isEmpty ? devices.flatMap(\.book.pushes) : []
    guard try await administer("backup '\(path)'") == 0 else { return }
    backup = path
    let copy = self.path("looked-at.sqlite")
    try? FileManager.default.removeItem(atPath: copy)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    for (push, _) in try lost(of: known, in: copy) {
      found("not in the backup: push \(push.counter) of \(push.device)")
    }
  }

  private func restore() async throws {
    guard let backup else { return try await backUp() }
    restores += 1
    _ = try await administer("restore '\(backup)' --yes --keep-tokens")
    // Whatever was there before may have gone, until the devices have brought it back.
    missing = devices.flatMap { $0.book.pushes.prefix(checked[$0.name] ?? 0) }
  }

  /// Runs a command of an administrator to its end, or kills it, or the daemon, meanwhile.
  private func administer(_ line: String) async throws -> Int32? {
    let name = UUID().uuidString
    let command = try workplace.start("exec itemshub --store '\(store)' \(line)", as: name)
    switch generator.below(3) {
    case 0:
      try await load(upTo: 64)
      command.send(SIGKILL)
      _ = await command.end()
      return nil
    case 1:
      try await load(upTo: 64)
      await killHub()
    default: break
    }
    let code = await command.end().shellCode
    if code != 0 { found("'\(line)' ended with \(code): \(try workplace.text("\(name).err"))") }
    if hub == nil { try await startHub() }
    return code
  }

  // MARK: The daemon's own ways

  private func terminate() async throws {
    try await requests(2)
    try await load(upTo: 32)
    let start = ContinuousClock.now
    hub?.send(SIGTERM)
    let code = await hub?.end() ?? 0
    figures.ends.append(ContinuousClock.now - start)
    proxy.target = nil
    if code != 0 { found("after SIGTERM it ended with \(code): \(hub?.log.suffix(3) ?? [])") }
    try await startHub()
  }

  /// A machine without a clock of its own starts anywhere, and is set right later.
  private func shiftClock() async throws {
    try await load()
    await killHub()
    let clock = try await HubClock(in: workplace)
    self.clock = clock
    try clock.set(generator.pick([.seconds(-3_600), .seconds(-120), .days(20), .days(40)]))
    try await startHub()
    try await load(upTo: 512)
    try clock.set(.zero)
    try await load()
    await killHub()
    self.clock = nil
    // Where it committed something in times to come, somebody has to vouch for the clock.
    words = ["--accept-clock"]
    try await startHub()
  }

  private func upkeep() async throws {
    hub?.send(SIGHUP)
    let doctor = try await workplace.run("itemshub --store '\(store)' doctor")
    if doctor.code != 0 { found("doctor of a running hub: \(doctor)") }
  }

  // MARK: The command

  /// A device is used by the command for a while; a sync of it that fails fails with the hub.
  private func command() async throws {
    let index = generator.below(devices.count)
    let name = devices[index].name
    try await order("end", devices[index])
    try endDevice(index)
    let title = "\(name)-command-\(UUID().uuidString)"
    try await run("itemsctl --store \(name).sqlite add -q '\(title)'")
    devices[index].book.added.insert(title)
    let sync = try workplace.start("exec itemsctl --store \(name).sqlite sync", as: title)
    try await load()
    await killHub()
    try await startHub()
    let code = await sync.end().shellCode
    // 10 says that texts are kept to be decided on, 69 and 75 that the hub was away.
    let expected: [Int32] = [0, 10, 69, 75]
    if !expected.contains(code) { found("sync: \(code), \(try workplace.text("\(title).err"))") }
    try startDevice(index)
    try await order("work", devices[index], expecting: "working")
  }

  private func run(_ line: String) async throws {
    let result = try await workplace.run(line)
    if result.code != 0 { found("'\(line)': \(result)") }
  }
}

extension Duration {
  fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
#endif
