import FaultySystem
import Storage

/// `power PATH seed=N cuts=N [normal=yes] [ignore=files|folders]`: what is found of a store after power cuts.
///
/// Says `problem …` for each store that is damaged, `lost …` for each that lacks what was
/// acknowledged, and at the end `cuts=… lost=… damaged=…`.
struct PowerCuts {
  private let arguments: ProbeArguments
  private let folder: String
  private let name: String

  init(_ arguments: ProbeArguments) {
    self.arguments = arguments
    let file = arguments.path
    let slash = file.lastIndex(of: "/") ?? file.startIndex
    folder = String(file[..<slash])
    name = String(file[file.index(after: slash)...])
  }

  func run() async throws(StorageError) {
    let records = try await history()
    var generator = SeededGenerator(seed: UInt64(arguments.number("seed") ?? 1))
    var lost = 0
    var damaged = 0
    let cuts = arguments.number("cuts") ?? 50
    for index in 0..<cuts {
      let end = 1 + generator.below(records.count)
      switch await outcome(of: records[..<end], index, &generator) {
      case .whole: break
      case .lost: lost += 1
      case .damaged(let problem):
        damaged += 1
        Voice.say("problem cut \(index) after \(end) of \(records.count): \(problem)")
      }
    }
    Voice.say("cuts=\(cuts) lost=\(lost) damaged=\(damaged)")
  }

  /// A store's life from its beginning, with a mark behind each write that was acknowledged.
  private func history() async throws(StorageError) -> [SimulatedDisk.Record] {
    let place = "\(folder)/live"
    FaultFolder.make(place)
    faulty_skip_syncs(true)
    FaultyDisk.watch(place)
    faulty_record_start()
    let location = StoreLocation("\(place)/\(name)")
    var options = StoreOptions()
    if arguments.flag("normal") { options.sqlite.durability = .normal }
    for _ in 1...3 {
      let store = try Deeds.open(location, options)
      for index in 1...8 {
        let notes = String(repeating: "notes ", count: index * 300)
        faulty_record_mark(Int64(try await store.add(ItemDraft(title: "x", notes: notes)).number))
      }
      // Enough to have the log brought into the file by the way.
      let numbers = try await store.write { transaction throws(StorageError) in
        var last = 0
        for _ in 1...60 {
          let draft = ItemDraft(title: "y", notes: String(repeating: "z", count: 9_000))
          last = try transaction.add(draft).number
        }
        return last
      }
      faulty_record_mark(Int64(numbers))
      await store.close()
    }
    return SimulatedDisk.Record.all()
  }

  private enum Outcome {
    case whole, lost
    case damaged(String)
  }

  private func outcome(
    of records: ArraySlice<SimulatedDisk.Record>,
    _ index: Int,
    _ generator: inout SeededGenerator
  ) async -> Outcome {
    var disk = SimulatedDisk(
      ignoresFileSyncs: arguments.text("ignore") == "files",
      ignoresFolderSyncs: arguments.text("ignore") == "folders"
    )
    var acknowledged = 0
    for record in records {
      disk.apply(record)
      if record.change == FAULTY_MARK { acknowledged = record.number }
    }
    let place = "\(folder)/cut-\(index)"
    FaultFolder.make(place)
    defer { FaultFolder.remove(place) }
    for file in disk.afterPowerCut(&generator) {
      FaultFolder.write(file.bytes, to: "\(place)/\(file.name)")
    }
    return await look(at: "\(place)/\(name)", acknowledged)
  }

  private func look(at path: String, _ acknowledged: Int) async -> Outcome {
    if FaultFolder.kind(of: path) == .nothing { return acknowledged == 0 ? .whole : .lost }
    do throws(StorageError) {
      let store = try Deeds.open(StoreLocation(path))
      let findings = try await store.check()
      let items = try await store.items(ItemQuery(sort: [.ascending(.number)]))
      let next = try await store.add("next").number
      await store.close()
      guard findings.isEmpty else { return .damaged("\(findings.map(\.message))") }
      // Each round writes eight items one by one and then sixty at once.
      guard items.map(\.number) == Array(1..<next), items.count % 68 <= 8 else {
        return .damaged("\(items.count) items, and half of a transaction among them")
      }
      return items.count < acknowledged ? .lost : .whole
    } catch {
      return .damaged("\(error)")
    }
  }
}
