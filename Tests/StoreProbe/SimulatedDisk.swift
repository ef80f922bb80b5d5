import FaultySystem
import Storage

/// Files as a disk keeps them: what was waited for stays, and of the rest any part may be there.
///
/// Names last from the folder's sync on, and come in the order in which they were given; a file's
/// bytes last from its own sync on, and come in any order and in sectors.
struct SimulatedDisk {
  private struct File {
    var durable: [UInt8] = []
    var pending: [Change] = []
  }

  private enum Change {
    case write(offset: Int, bytes: [UInt8])
    case cut(Int)
  }

  private enum Naming {
    case set(String, file: Int)
    case remove(String)
  }

  private var files: [File] = []
  private var names: [String: Int] = [:]
  private var durableNames: [String: Int] = [:]
  private var pendingNames: [Naming] = []
  /// Disks and programs that do not wait; to show that a loss is noticed.
  let ignoresFileSyncs: Bool
  let ignoresFolderSyncs: Bool

  init(ignoresFileSyncs: Bool = false, ignoresFolderSyncs: Bool = false) {
    self.ignoresFileSyncs = ignoresFileSyncs
    self.ignoresFolderSyncs = ignoresFolderSyncs
  }

  /// A disk with these files, all of them waited for.
  init(_ files: [DiskFile]) {
    self.init()
    for (index, file) in files.enumerated() {
      self.files.append(File(durable: file.bytes))
      names[file.name] = index
    }
    durableNames = names
  }

  mutating func apply(_ record: Record) {
    switch record.change {
    case FAULTY_CREATED:
      files.append(File())
      name(record.name, files.count - 1)
    case FAULTY_WRITTEN:
      change(record.name, .write(offset: record.number, bytes: record.bytes))
    case FAULTY_CUT: change(record.name, .cut(record.number))
    case FAULTY_RENAMED:
      guard let file = names[record.name] else { return }
      name(record.newName, file)
      unname(record.name)
    case FAULTY_LINKED:
      if let file = names[record.name] { name(record.newName, file) }
    case FAULTY_REMOVED: unname(record.name)
    case FAULTY_FILE_SYNCED: if !ignoresFileSyncs { synchronize(record.name) }
    case FAULTY_FOLDER_SYNCED:
      guard !ignoresFolderSyncs else { return }
      durableNames = names
      pendingNames = []
    default: break
    }
  }

  private mutating func name(_ name: String, _ file: Int) {
    names[name] = file
    pendingNames.append(.set(name, file: file))
  }

  private mutating func unname(_ name: String) {
    names[name] = nil
    pendingNames.append(.remove(name))
  }

  private mutating func change(_ name: String, _ change: Change) {
    guard let file = names[name] else { return }
    files[file].pending.append(change)
  }

  private mutating func synchronize(_ name: String) {
    guard let file = names[name] else { return }
    for change in files[file].pending { Self.apply(change, to: &files[file].durable) }
    files[file].pending = []
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .cut(let length):
      if length < bytes.count { bytes.removeLast(bytes.count - length) }
      if length > bytes.count { bytes += [UInt8](repeating: 0, count: length - bytes.count) }
    case .write(let offset, let new):
      if bytes.count < offset + new.count {
        bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count)
      }
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }
  }
}

/// A file with its name in its folder.
typealias DiskFile = (name: String, bytes: [UInt8])

extension SimulatedDisk {
  /// What is found once the process is killed: everything that the system was told.
  func afterKill() -> [DiskFile] {
    names.filter { !$0.key.hasSuffix("-shm") }.sorted { $0.key < $1.key }.map { name, file in
      var bytes = files[file].durable
      for change in files[file].pending { Self.apply(change, to: &bytes) }
      return (name, bytes)
    }
  }

  /// What is found when the power is back; what lies in shared memory is not.
  func afterPowerCut(_ generator: inout SeededGenerator) -> [DiskFile] {
    var found = durableNames
    for naming in pendingNames.prefix(generator.below(pendingNames.count + 1)) {
      switch naming {
      case .set(let name, let file): found[name] = file
      case .remove(let name): found[name] = nil
      }
    }
    return found.filter { !$0.key.hasSuffix("-shm") }.sorted { $0.key < $1.key }.map {
      ($0.key, bytes(of: files[$0.value], &generator))
    }
  }

  private func bytes(of file: File, _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = file.durable
    let share = [0, 50, 90, 100][generator.below(4)]
    let isInOrder = generator.chance(50)
    for change in file.pending {
      if generator.chance(share) {
        Self.apply(change, to: &bytes)
      } else {
        if generator.chance(30) { Self.apply(Self.torn(change, &generator), to: &bytes) }
        if isInOrder { break }
      }
    }
    return bytes
  }

  /// The first sectors of a write.
  private static func torn(_ change: Change, _ generator: inout SeededGenerator) -> Change {
    guard case .write(let offset, let bytes) = change else { return change }
    let sectors = generator.below(bytes.count / 512 + 1)
    return .write(offset: offset, bytes: Array(bytes.prefix(sectors * 512)))
  }
}

extension SimulatedDisk {
  /// One thing that the disk was told.
  struct Record {
    var change: faulty_change
    var name = ""
    var newName = ""
    var number = 0
    var bytes: [UInt8] = []

    static func all() -> [Record] {
      (0..<faulty_record_count()).map { index in
        let record = unsafe faulty_record_at(index)
        let name = unsafe record.name
        let newName = unsafe record.new_name
        return Record(
          change: unsafe record.change,
          name: unsafe name.map { unsafe String(cString: $0) } ?? "",
          newName: unsafe newName.map { unsafe String(cString: $0) } ?? "",
          number: Int(unsafe record.number),
          bytes: unsafe Array(UnsafeBufferPointer(start: record.bytes, count: record.count))
        )
      }
    }
  }
}
