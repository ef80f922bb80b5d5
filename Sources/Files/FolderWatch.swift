package import Dispatch
import Synchronization

/// Calls a handler when files of some names in a folder are touched; ends when it is released.
///
/// By inotify on Linux and kqueue on Apple's systems.
/// Where the system refuses, as it does past its limit of watches, a timer calls it instead.
package final class FolderWatch: Sendable {
  /// What counts as touching a file.
  package enum Touches: Sendable {
    /// Any write to it, putting another file in its place, and on Linux taking it away.
    case writes
    /// Closing it after writing, and putting another file in its place: a half-written file does
    /// not count, nor does one that an editor takes away to write it again.
    case closedWrites
  }

  private let source: any Sendable

  /// Watches a folder; the handler is called on the queue, at most once in some milliseconds.
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

/// A source of events that runs until it is released.
final class HeldSource<Source>: Sendable {
  private let source: Mutex<Source>
  private let cancel: @Sendable (Source) -> Void

  /// Takes a source that has been started.
  init(_ source: sending Source, cancel: @escaping @Sendable (Source) -> Void) {
    self.source = Mutex(source)
    self.cancel = cancel
  }

  deinit { source.withLock { cancel($0) } }
}

/// Calls the handler again and again: what is left where the system tells nothing.
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
