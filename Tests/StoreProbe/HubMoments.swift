import FaultySystem
import Storage

/// `hub-moments PATH scenario=NAME fate=killed|powerless seed=N count=N [ignore=hub]`: the process that works on a hub
/// file is killed, or the power goes, at moments of the scenario.
///
/// The devices' stores are on the same disk. The calls of one run are noted; the files are looked at as they would be
/// found after any of them. Says `problem …` for whatever should not be, and at the end `looked calls=… moments=… problems=…`.
struct HubMoments {
  private let arguments: ProbeArguments
  private let folder: String
  private let template: String?
  private let scenario: FaultScenario<HubStage>

  init(_ arguments: ProbeArguments) {
    guard let scenario = HubStage.scenario(arguments.text("scenario") ?? "") else {
      Voice.say("no such scenario")
      Voice.exit(64)
    }
    self.arguments = arguments
    self.scenario = scenario
    let file = arguments.path
    folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    template = FaultFolder.kind(of: file) == .file ? file : nil
  }

  func run() async throws {
    let place = "\(folder)/live"
    FaultFolder.make(place)
    faulty_skip_syncs(true)
    // Before a file is opened whose calls are noted.
    FaultyDisk.watch(place)
    if let template { FaultFolder.copy(template, to: "\(place)/hub.sqlite") }
    let stage = try HubStage(filesIn: place, isStored: template != nil)
    try await scenario.prepare(stage)
    let files = FaultFolder.names(in: place).map { name in
      DiskFile(name, FaultFolder.read("\(place)/\(name)"))
    }
    faulty_record_start()
    try await scenario.act(stage)
    let ignoresHub = arguments.text("ignore") == "hub"
    let records = SimulatedDisk.Record.all().filter {
      !ignoresHub || $0.change != FAULTY_FILE_SYNCED || !$0.name.hasPrefix("hub.")
    }
    try await look(at: moments(of: records.count), of: records, on: SimulatedDisk(files), stage)
  }

  /// After how many calls: as many moments as are asked for, spread over all of them, and the end.
  ///
  /// The end comes often where the power goes: only there all that was acknowledged is to be found.
  private func moments(of calls: Int) -> [Int] {
    let count = max(1, min(calls, arguments.number("count") ?? .max))
    let offset = seed % max(1, calls / count)
    let ends = [Int](repeating: calls, count: isPowerless ? 4 : 1)
    return (0..<count).map { offset + $0 * calls / count } + ends
  }

  private var seed: Int { arguments.number("seed") ?? 1 }

  private var isPowerless: Bool { arguments.text("fate") == "powerless" }
}

extension HubMoments {
  private func look(
    at moments: [Int],
    of records: [SimulatedDisk.Record],
    on disk: SimulatedDisk,
    _ stage: HubStage
  ) async throws {
    var disk = disk
    var rest = records[...]
    var generator = SeededGenerator(seed: UInt64(seed))
    var looked = 0
    var problems = 0
    for moment in moments {
      while rest.startIndex < moment { disk.apply(rest.removeFirst()) }
      let found = isPowerless ? disk.afterPowerCut(&generator) : disk.afterKill()
      looked += 1
      guard let problem = await problem(with: found, in: "\(folder)/found-\(looked)", stage) else {
        continue
      }
      problems += 1
      Voice.say("problem seed=\(seed) after \(moment) of \(records.count): \(problem)")
    }
    Voice.say("looked calls=\(records.count) moments=\(looked) problems=\(problems)")
  }

  /// What is wrong with files that are found.
  private func problem(
    with files: [DiskFile],
    in place: String,
    _ stage: HubStage
  ) async -> String? {
    FaultFolder.make(place)
    defer { FaultFolder.remove(place) }
    for file in files { FaultFolder.write(file.bytes, to: "\(place)/\(file.name)") }
    do {
      let found = try HubStage(stage, foundIn: place)
      let problem = await found.verify().problem
      await found.devices.closeStores()
      return problem
    } catch {
      return "\(error)"
    }
  }
}
