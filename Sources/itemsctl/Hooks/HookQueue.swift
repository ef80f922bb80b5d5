import CommandKit
import Files
import Phrases
import Storage

/// The events that hooks have not been told yet, a file each, and what is remembered of hooks.
///
/// Whoever adds one waits for nobody; one process at a time works them off, see ``HookRunner``.
struct HookQueue: Sendable {
  /// More events are not kept: hooks that never catch up must not fill a disk.
  static let maxEvents = 1_000

  /// The folder `hooks` of the state folder.
  private let folder: FilePath
  private let eventFolder: FilePath

  /// Nil without a place for what the command remembers.
  init?(_ environment: ProcessEnvironment) {
    guard let state = StatePath.folder(environment) else { return nil }
    folder = FilePath("\(state)/hooks")
    eventFolder = FilePath("\(folder)/queue")
  }

  /// The file whose lock excludes other runners.
  var lock: FilePath { FilePath("\(folder)/lock") }

  /// Whether a process tells hooks at this moment.
  var isWorkedOff: Bool {
    guard lock.exists else { return false }
    let held = Result { () throws(FileError) in try LockedFile(lock.description, .update) }
    if case .success(nil) = held { return true }
    return false
  }

  /// The file that says which hooks failed.
  var failures: FilePath { FilePath("\(folder)/failures.json") }

  /// There while events were lost, as too many waited.
  var overflow: FilePath { FilePath("\(folder)/overflow") }

  /// The events that wait, oldest first.
  var waiting: [FilePath] {
    (eventFolder.names ?? []).filter { $0.hasSuffix(HookQueue.ending) }.sorted()
      .map { FilePath("\(eventFolder)/\($0)") }
  }

  private static let ending = ".json"

  /// Adds an event behind all others, or notes that there is no room for it.
  ///
  /// It has no name before it is whole. The disk is not waited for: a power cut may cost an event, not a change.
  func add(_ line: String, at date: Date) throws(FileError) {
    try eventFolder.makeFolder()
    guard waiting.count < HookQueue.maxEvents else {
      return _ = try FileDescriptor(overflow.description, .create, permissions: 0o600)
    }
    // By time, and by chance where two come in the same millisecond.
    let time = ISO8601.string(milliseconds: date.millisecondsSince1970)
    let mark = String(UInt32.random(in: .min ... .max), radix: 16)
    let path = FilePath("\(eventFolder)/\(time)-\(mark)\(HookQueue.ending)")
    let unfinished = path.sibling(".\(path.name).tmp")
    do throws(FileError) {
      try FileDescriptor(unfinished.description, .createNew, permissions: 0o600)
        .write(Array(line.utf8))
      try unfinished.rename(to: path)
    } catch {
      try? unfinished.remove()
      throw error
    }
  }
}
