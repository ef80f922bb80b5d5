import Storage

/// The commands that go on until the process is killed, or `count` times.
struct Deeds: Sendable {
  let arguments: ProbeArguments
  let location: StoreLocation
  let name: String
  private let count: Int

  init(_ arguments: ProbeArguments) {
    self.arguments = arguments
    location = StoreLocation(arguments.path)
    name = arguments.text("name") ?? "a"
    count = arguments.number("count") ?? Int.max
  }

  typealias Store = any ItemRepository & ReplicaStore & UndoableRepository

  /// Says `ready` when the store is about to be opened.
  func open() throws(StorageError) -> Store {
    Voice.say("ready")
    return try Self.open(location, options)
  }

  private var options: StoreOptions {
    var options = StoreOptions(busyTimeout: .seconds(60))
    if arguments.flag("normal") { options.sqlite.durability = .normal }
    return options
  }

  static func open(
    _ location: StoreLocation,
    _ options: StoreOptions = StoreOptions()
  ) throws(StorageError) -> Store {
    switch location {
    case .sqlite(let path): try SQLiteRepository(at: path, options: options)
    case .json(let path): try JSONFileRepository(at: path)
    case .memory: try SQLiteRepository.inMemory()
    }
  }
}

extension Deeds {
  /// `added NUMBER TITLE`; with `timed=yes` the title is the time when the write began.
  func add() async throws(StorageError) {
    let store = try open()
    let padding = String(repeating: "n", count: arguments.number("notes") ?? 0)
    var index = 1
    while index <= count {
      let title = arguments.flag("timed") ? "\(Voice.nanoseconds())" : "\(name)-\(index)"
      do throws(StorageError) {
        let item = try await store.add(ItemDraft(title: title, notes: padding))
        Voice.say("added \(item.number) \(title)")
        index += 1
      } catch {
        // A file that is locked for longer than a write waits, by all the others in turn.
        guard error.code == .busy else { throw error }
      }
    }
    await store.close()
    Voice.say("done")
  }

  /// `committed NUMBER TIME`, one item for each byte on standard input.
  func ping() async throws(StorageError) {
    let store = try open()
    for _ in 1...count {
      Voice.listen()
      let item = try await store.add(name)
      Voice.say("committed \(item.number) \(Voice.nanoseconds())")
    }
    await store.close()
    Voice.say("done")
  }

  /// `imported LIST`: a list of `size` items that are written at once.
  func importBatches() async throws(StorageError) {
    let store = try open()
    let size = arguments.number("size") ?? 200
    var batch = 1
    while batch <= count {
      let list = "\(name)-\(batch)"
      try await store.write { transaction throws(StorageError) in
        for index in 1...size {
          try transaction.add(
            ItemDraft(title: "Item \(index)", notes: "of \(list)", list: list, tags: ["imported"])
          )
        }
      }
      Voice.say("imported \(list)")
      batch += 1
    }
    await store.close()
  }

  /// `added N`, `undone N`, `redone N`, in turn.
  func undo() async throws(StorageError) {
    let store = try open()
    var index = 1
    while index <= count {
      let item = try await store.add("\(name)-\(index)")
      Voice.say("added \(item.number)")
      try await store.undo()
      Voice.say("undone \(item.number)")
      if index % 2 == 0 {
        try await store.redo()
        Voice.say("redone \(item.number)")
      }
      index += 1
    }
    await store.close()
  }

  /// As adding, but with the store closed and opened time and again: the log goes into the file each time.
  func reopen() async throws(StorageError) {
    Voice.say("ready")
    var index = 1
    while index <= count {
      let store = try Self.open(location, options)
      for _ in 1...8 {
        let title = "\(name)-\(index)"
        let item = try await store.add(title)
        Voice.say("added \(item.number) \(title)")
        index += 1
      }
      await store.close()
    }
  }

  /// `migrated`, when a store of an older version was opened.
  func migrate() async throws(StorageError) {
    let store = try open()
    Voice.say("migrated")
    let item = try await store.add("\(name)-1")
    Voice.say("added \(item.number) \(name)-1")
    await store.close()
  }

  /// `copied PATH`, for one copy after another.
  func backUp() async throws(StorageError) {
    let store = try open()
    var index = 1
    while index <= count {
      let copy = "\(arguments.path).copy-\(index)"
      try await store.backup(to: copy)
      Voice.say("copied \(copy)")
      index += 1
    }
    await store.close()
  }

  /// `restored`, again and again, from the backup that `from` names.
  func restore() async throws(StorageError) {
    Voice.say("ready")
    let backup = arguments.text("from") ?? ""
    var index = 1
    while index <= count {
      try await location.restore(from: backup)
      Voice.say("restored")
      index += 1
    }
  }

  /// `held` while a read transaction is open, until something is said on standard input.
  func holdReader() async throws(StorageError) {
    let store = try open()
    try await store.readReplica { transaction throws(StorageError) in
      _ = try transaction.unsynced(after: 0, limit: 1)
      Voice.say("held")
      Voice.listen()
    }
    Voice.say("released")
    Voice.listen()
    await store.close()
  }

  /// `full ADDED MESSAGE` where no more items fit.
  func fill() async throws(StorageError) {
    let store = try open()
    let notes = String(repeating: "n", count: 2_000)
    var added = 0
    do throws(StorageError) {
      while added < count {
        let item = try await store.add(ItemDraft(title: "\(name)-\(added + 1)", notes: notes))
        Voice.say("added \(item.number) \(item.title)")
        added += 1
      }
    } catch {
      Voice.say("full \(error.code) \(error.message)")
    }
    Voice.listen()
    FaultyDisk.freeSpace()
    let item = try await store.add("\(name)-after")
    Voice.say("added \(item.number) \(item.title)")
    await store.close()
    Voice.say("done")
  }
}
