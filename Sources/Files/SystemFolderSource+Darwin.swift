import Dispatch
import Synchronization

#if canImport(Darwin)
/// One kqueue source for the folder, where files come and go, and one for each file.
///
/// A file is opened to be watched, and closing it again would drop the locks that SQLite holds on it
/// in this process (<https://www.sqlite.org/howtocorrupt.html>): so give no names of files that are
/// locked by `fcntl`. The write-ahead log is not.
final class SystemFolderSource: Sendable {
  private let folder: FileSource

  init?(
    _ path: String,
    _ names: [String],
    _ touches: FolderWatch.Touches,
    queue: DispatchQueue,
    handler: @escaping @Sendable () -> Void
  ) {
    // kqueue does not report the closing of a file, so a delay stands for it.
    let delay = DispatchTimeInterval.milliseconds(touches == .writes ? 2 : 20)
    let later = DelayedCall(after: delay, on: queue, handler)
    // The sources of the existing files; the folder's source keeps them.
    let files = FileSources(paths: names.map { "\(path)/\($0)" }, queue: queue) { later.schedule() }
    let folder = watch(path, queue: queue) {
      files.watchAgain()
      later.schedule()
    }
    guard let folder else { return nil }
    files.watchAgain()
    self.folder = folder
  }
}

/// Calls a handler once for all that happens within a delay; never after its release.
private final class DelayedCall: Sendable {
  private let delay: DispatchTimeInterval
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  private let isScheduled = Atomic(false)

  init(
    after delay: DispatchTimeInterval,
    on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) {
    self.delay = delay
    self.queue = queue
    self.handler = handler
  }

  func schedule() {
    guard !isScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.asyncAfter(deadline: .now() + delay) { [weak self] in
      // Before the handler looks: what happens from here on is another call's.
      self?.isScheduled.store(false, ordering: .releasing)
      self?.handler()
    }
  }
}

private final class FileSources: Sendable {
  private let paths: [String]
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  private let sources = Mutex<[FileSource]>([])

  init(paths: [String], queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
    self.paths = paths
    self.queue = queue
    self.handler = handler
  }

  /// Watches the files that the paths lead to now.
  func watchAgain() {
    let found = paths.compactMap { watch($0, queue: queue, handler: handler) }
    sources.withLock { $0 = found }
  }
}

private typealias FileSource = HeldSource<any DispatchSourceFileSystemObject>

/// Reports changes of the file or folder at a path; nil if it cannot be opened.
private func watch(
  _ path: String,
  queue: DispatchQueue,
  handler: @escaping @Sendable () -> Void
) -> FileSource? {
  guard let descriptor = try? FileDescriptor(path, .watch) else { return nil }
  let source = DispatchSource.makeFileSystemObjectSource(
    fileDescriptor: descriptor.number,
    eventMask: [.write, .extend, .delete, .rename],
    queue: queue
  )
  source.setEventHandler(handler: handler)
  // Called once, when the source no longer uses the descriptor.
  source.setCancelHandler { descriptor.close() }
  source.resume()
  return FileSource(source) { $0.cancel() }
}
#elseif !os(Linux) && !os(Android)
/// Other systems use the timer.
struct SystemFolderSource {
  init?(
    _ path: String,
    _ names: [String],
    _ touches: FolderWatch.Touches,
    queue: DispatchQueue,
    handler: @escaping @Sendable () -> Void
  ) { return nil }
}
#endif
