#if os(Linux) || os(Android)
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Bionic
#endif

/// An inotify instance with one watch. <https://man7.org/linux/man-pages/man7/inotify.7.html>
struct SystemFolderSource: Sendable {
  private let source: HeldSource<any DispatchSourceRead>

  /// Nil if the system has no instance or watch left.
  init?(
    _ path: String,
    _ names: [String],
    _ touches: FolderWatch.Touches,
    queue: DispatchQueue,
    handler: @escaping @Sendable () -> Void
  ) {
    let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard number >= 0 else { return nil }
    let descriptor = FileDescriptor(owning: number, path)
    let mask =
      IN_MOVED_TO | IN_ONLYDIR
      | (touches == .writes
        ? IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM : IN_CLOSE_WRITE)
    guard descriptor.watch(path, UInt32(bitPattern: Int32(mask))) else { return nil }
    let names = Set(names.map { Array($0.utf8) })
    let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
    source.setEventHandler {
      // A commit makes several writes, and a busy writer many commits: this waits for several at once.
      FilePath.pause()
      if Self.drain(descriptor, lookingFor: names) { handler() }
    }
    // Called once, when the source no longer reads from the descriptor.
    source.setCancelHandler { descriptor.close() }
    source.resume()
    self.source = HeldSource(source) { $0.cancel() }
  }

  /// Reads all waiting records; returns whether one has one of the names.
  private static func drain(_ inotify: FileDescriptor, lookingFor names: Set<[UInt8]>) -> Bool {
    var isTouched = false
    while let bytes = try? inotify.read(atMost: 4_096), !bytes.isEmpty {
      if !isTouched { isTouched = contains(names, in: bytes) }
    }
    return isTouched
  }

  /// Each record: watch (4 bytes), mask (4), cookie (4), length of the name (4), name and NULs.
  private static func contains(_ names: Set<[UInt8]>, in records: [UInt8]) -> Bool {
    var start = 0
    while start + 16 <= records.count {
      let mask = number(records, at: start + 4)
      // Records were lost, perhaps of these names.
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      let end = min(start + 16 + Int(number(records, at: start + 12)), records.count)
      if names.contains(Array(records[(start + 16)..<end].prefix { $0 != 0 })) { return true }
      start = end
    }
    return false
  }

  private static func number(_ records: [UInt8], at place: Int) -> UInt32 {
    // Little-endian, as all machines are that Swift runs on under Linux.
    (0..<4).reduce(0) { $0 | UInt32(records[place + $1]) << ($1 * 8) }
  }
}
#endif
