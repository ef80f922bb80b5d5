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
final class SystemFolderSource: FolderSource {
  private let source: Locked<any DispatchSourceRead>

  /// Nil where the system has no instance or watch left.
  init?(
    _ path: String,
    names: [String],
    touches: FolderWatch.Touches,
    queue: DispatchQueue,
    handler: @escaping @Sendable () -> Void
  ) {
    let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard number >= 0 else { return nil }
    let mask =
      IN_MOVED_TO | IN_ONLYDIR
      | (touches == .writes
        ? IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM : IN_CLOSE_WRITE)
    guard unsafe inotify_add_watch(number, path, UInt32(bitPattern: Int32(mask))) >= 0 else {
      _ = close(number)
      return nil
    }
    let names = Set(names.map { Array($0.utf8) })
    let source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
    source.setEventHandler {
      // A commit makes several writes, a busy writer many commits: they are taken together.
      FilePath.pause()
      if Self.drain(number, lookingFor: names) { handler() }
    }
    source.setCancelHandler { _ = close(number) }
    source.resume()
    self.source = Locked(source)
  }

  func cancel() { source.withLock { $0.cancel() } }

  /// Reads all that is there to be read; says whether one of the names was among it.
  private static func drain(_ number: Int32, lookingFor names: Set<[UInt8]>) -> Bool {
    var isTouched = false
    while true {
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
        unsafe count = max(read(number, buffer.baseAddress, buffer.count), 0)
      }
      guard !bytes.isEmpty else { return isTouched }
      if !isTouched { isTouched = contains(names, in: bytes) }
    }
  }

  /// Each record: watch (4 bytes), mask (4), cookie (4), length of the name (4), name and NULs.
  private static func contains(_ names: Set<[UInt8]>, in records: [UInt8]) -> Bool {
    var start = 0
    while start + 16 <= records.count {
      let mask = number(records, at: start + 4)
      // Records were lost: nobody knows of which names.
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
      let end = min(start + 16 + Int(number(records, at: start + 12)), records.count)
      if names.contains(Array(records[(start + 16)..<end].prefix { $0 != 0 })) { return true }
      start = end
    }
    return false
  }

  private static func number(_ records: [UInt8], at place: Int) -> UInt32 {
    unsafe records.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    }
  }
}
#endif
