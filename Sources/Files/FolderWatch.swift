package import Dispatch
import Synchronization

/// Calls a handler when files with certain names in a folder change; stops when it is released.
///
/// Uses inotify on Linux and kqueue on Apple's systems.
/// If the system has no watch left, a timer calls the handler instead.
package final class FolderWatch: Sendable {
  /// What counts as a change.
  package enum Touches: Sendable {
    /// A write, a replacement, and on Linux also a removal.
    case writes
    /// Closing it after writing, and putting another file in its place: a half-written file does
    /// not count, nor does one that an editor takes away to write it again.
    case closedWrites
  }

  private let source: any Sendable

  /// Watches a folder; calls the handler on the queue, at most once in a few milliseconds.
  package init(
    _ path: FilePath,
    names: [String],
    touches: Touches,
    queue: DispatchQueue,
    handler: @escaping @Sendable () -> Void
  ) {
    source =
      SystemFolderSource(path.description, names, touches, queue: queue, handler: handler)
      ?? timer(queue: queue, handler: handler)
  }
}

/// A Dispatch source that runs until it is released.
final class HeldSource<Source>: Sendable {
  private let source: Mutex<Source>
  private let cancel: @Sendable (Source) -> Void

  /// Takes a started source; releasing this calls `cancel`.
  init(_ source: sending Source, cancel: @escaping @Sendable (Source) -> Void) {
    self.source = Mutex(source)
    self.cancel = cancel
  }

  deinit { source.withLock { cancel($0) } }
}

/// Calls the handler at a fixed interval.
private func timer(
  queue: DispatchQueue,
  handler: @escaping @Sendable () -> Void
) -> any Sendable {
  let timer = DispatchSource.makeTimerSource(queue: queue)
  let interval = DispatchTimeInterval.milliseconds(25)
  timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(5))
  timer.setEventHandler(handler: handler)
  timer.resume()
  return HeldSource(timer) { $0.cancel() }
}
