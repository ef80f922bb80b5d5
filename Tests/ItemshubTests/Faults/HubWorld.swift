#if Hub
import Foundation
import LoopbackHTTP
import RunningPrograms
import Storage
import Sync
import Testing

/// A daemon, three devices that work with it without a pause, and what lies between them; all drawn from a seed.
///
/// The seed decides what is done and when; what the processes are about at that moment is theirs.
final class HubWorld {
  /// One of the devices.
  struct Device {
    let name: String
    let follows: Bool
    var book: DeviceBook
    var process: DeviceProcess?
    /// How many processes it has had.
    var starts = 0
  }

  let workplace: HubWorkplace
  /// Where the hub's file is, if it has a disk of its own that can be full.
  let disk: MountedFolder?
  let proxy: LoopbackProxy
  var generator: SeededGenerator
  var devices: [Device]
  var hub: HubProcess?
  /// More flags for the daemon.
  var words: [String] = []
  var clock: HubClock?
  /// The last backup that was made.
  var backup: String?
  /// How many pushes were looked for on the hub, and those that a restored backup may have taken from it.
  var checked: [String: Int] = [:]
  var missing: [AcknowledgedPush] = []
  var restores = 0

  private(set) var problems: [String] = []
  var figures = HubFigures()

  init(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    workplace = try HubWorkplace()
    disk =
      MountedFolder.isPossible && generator.chance(50) ? try MountedFolder(kibibytes: 98_304) : nil
    proxy = try LoopbackProxy()
    let watching = generator.below(4)
    devices = ["a", "b", "c"].enumerated().map { index, name in
      Device(name: name, follows: index == watching, book: DeviceBook(name))
    }
    self.generator = generator
  }

  /// Starts everything, and lets the devices work.
  func begin() async throws {
    // Some daemons are killed while they make the hub's file.
    while generator.chance(30) {
      hub = try HubProcess(store: store)
      try await load(upTo: 32)
      await killHub()
    }
    try await startHub()
    for index in devices.indices {
      try await join(index)
      try startDevice(index)
    }
    try await order("prepare", devices[0])
    for device in devices { try await order("settle", device, expecting: "settled") }
    for device in devices { try await order("work", device, expecting: "working") }
  }

  /// The path of the hub's file.
  var store: String { disk?.file("hub.sqlite") ?? "\(workplace.path)/hub.sqlite" }

  func path(_ name: String) -> String { "\(workplace.path)/\(name)" }

  func found(_ problem: String) { problems.append(problem) }

  /// Leaves everything that there is in a folder of its own below the one that `HUB_KILL_KEEP` names, if it does.
  func keep(_ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["HUB_KILL_KEEP"] else { return }
    for device in devices { await device.process?.kill() }
    try workplace.write("serve.err", (hub?.log ?? []).joined(separator: "\n"))
    let hub = disk.map { "cp -a '\($0.path)' '\(folder)/\(name)/disk'" } ?? ":"
    let result = try await workplace.run(
      "mkdir -p '\(folder)/\(name)' && cp -a . '\(folder)/\(name)' && \(hub)"
    )
    print(result.code == 0 ? "Kept in \(folder)/\(name)" : result.errors)
  }

  // MARK: The daemon

  /// Starts the daemon, and lets the devices reach it.
  func startHub() async throws {
    let hub = try HubProcess(store: store, words, variables: clock?.variables ?? [:])
    self.hub = hub
    if clock != nil {
      // It may well say that it is not ready.
      proxy.target = await hub.port()
      return
    }
    guard let (port, time) = await hub.ready() else {
      return found("the daemon did not get ready: \(hub.log.suffix(3))")
    }
    figures.starts.append(time)
    proxy.target = port
  }

  /// Kills the daemon with whatever it is about.
  func killHub() async {
    await hub?.kill()
    hub = nil
    proxy.target = nil
    figures.kills += 1
  }

  // MARK: Devices

  private var remote: String { "http://127.0.0.1:\(proxy.port)/main" }

  /// Lets the command and the device's own process in, with a token of its own.
  private func join(_ index: Int) async throws {
    let name = devices[index].name
    let token = try await workplace.run("itemshub --store \(store) token create main")
    #expect(token.code == 0, "\(token)")
    let text = token.output.replacing("\n", with: "")
    try workplace.write("\(name).token", text)
    let joined = try await workplace.run(
      "chmod 600 \(name).token && echo '\(remote) \(text)' | itemsctl --store \(name).sqlite join"
    )
    #expect(joined.code == 0, "\(joined)")
  }

  func startDevice(_ index: Int) throws {
    devices[index].starts += 1
    let device = devices[index]
    let log = path("\(device.name)-\(device.starts).log")
    devices[index].book.open(log)
    devices[index].process = try DeviceProcess([
      path("\(device.name).sqlite"), remote, path("\(device.name).token"), log,
      "name=\(device.name)", "seed=\(generator.below(.max))",
      // What the process before may have begun and not told has other numbers.
      "from=\(device.starts * 100_000)", "follows=\(device.follows ? "yes" : "no")",
    ])
  }

  /// Takes down what a device's process has told, whose log is not written to any more.
  func endDevice(_ index: Int) throws {
    devices[index].process = nil
    try devices[index].book.read()
  }

  /// Gives a device an order that has to be obeyed.
  func order(_ order: String, _ device: Device, expecting answer: String = "done") async throws {
    let found = await device.process?.obey(order)
    if found != answer { self.found("device \(device.name), '\(order)': \(found ?? "it ended")") }
  }
}
#endif
