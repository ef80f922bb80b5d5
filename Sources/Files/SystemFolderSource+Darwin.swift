#if canImport(Darwin)
import Dispatch
import Synchronization

/// One kqueue source for the folder, where files come and go, and one for each file.
///
/// A file is opened to be watched, and closing it again would drop the locks that SQLite holds on it
/// in this process (<https://www.sqlite.org/howtocorrupt.html>): so give no names of files that are
/// locked by `fcntl`. The write-ahead log is not.
final class SystemFolderSource: FolderSource {
  private let folder: Mutex<any DispatchSourceFileSystemObject>
  private let files: FileSources

  init?(
    _ path: String,
    names: [String],
    touches: FolderWatch.Touches,
    queue: DispatchQueue,
    handler: @escaping @Sendable () -> Void
  ) {
    // A half-written file is told from a whole one by waiting: there is no word of its closing.
    let delay = DispatchTimeInterval.milliseconds(touches == .writes ? 2 : 20)
    let later: @Sendable () -> Void = { queue.asyncAfter(deadline: .now() + delay) { handler() } }
    guard let folder = FileSources.source(path, queue: queue) else { return nil }
    let files = FileSources(paths: names.map { "\(path)/\($0)" }, queue: queue, handler: later)
    self.files = files
    folder.setEventHandler {
      files.watchAgain()
      later()
    }
    files.watchAgain()
    folder.resume()
    self.folder = Mutex(folder)
  }

  func cancel() {
    folder.withLock { $0.cancel() }
    files.cancel()
  }
}

/// The sources of the files that are there at the moment.
private final class FileSources: Sendable {
  private let paths: [String]
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  private let sources = Mutex<[any DispatchSourceFileSystemObject]>([])

  init(paths: [String], queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
    self.paths = paths
    self.queue = queue
    self.handler = handler
  }

  static func source(
    _ path: String,
    queue: DispatchQueue
  ) -> (any DispatchSourceFileSystemObject)? {
    guard let descriptor = try? FileDescriptor(path, .watch) else { return nil }
    let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor.number,
      eventMask: [.write, .extend, .delete, .rename],
      queue: queue
    )
    // The handler keeps the descriptor open as long as the source uses it.
    source.setCancelHandler { _ = descriptor }
    return source
  }

  /// Watches the files that the paths lead to now.
  func watchAgain() {
    let found = paths.compactMap { Self.source($0, queue: queue) }
    for source in found {
      source.setEventHandler(handler: handler)
      source.resume()
    }
    sources.withLock { sources in
      sources.forEach { $0.cancel() }
      sources = found
    }
  }

  func cancel() {
    sources.withLock { sources in
      sources.forEach { $0.cancel() }
      sources = []
    }
  }
}
#elseif !os(Linux) && !os(Android)
import Dispatch

/// Here the timer has to do.
struct SystemFolderSource: FolderSource {
  init?(
    _ path: String,
    names: [String],
    touches: FolderWatch.Touches,
    queue: DispatchQueue,
    handler: @escaping @Sendable () -> Void
  ) { return nil }

  func cancel() {}
}
#endif
