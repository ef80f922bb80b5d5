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
    /// not count, nor does one that an editor takes away to write it anew.
    case closedWrites
  }

  private let source: any FolderSource

  /// Watches a folder; the handler is called on the queue, at most once in some milliseconds.
  package init(
    _ path: FilePath,
    names: [String],
    touches: Touches,
    queue: DispatchQueue,
    handler: @escaping @Sendable () -> Void
  ) {
    source =
      SystemFolderSource(
        path.description,
        names: names,
        touches: touches,
        queue: queue,
        handler: handler
      )
      ?? TimerFolderSource(queue: queue, handler: handler)
  }

  deinit { source.cancel() }
}

/// Something that calls the handler until it is cancelled.
protocol FolderSource: Sendable {
  func cancel()
}

/// Calls the handler again and again: what is left where the system tells nothing.
final class TimerFolderSource: FolderSource {
  private let timer: Mutex<any DispatchSourceTimer>

  init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = DispatchTimeInterval.milliseconds(25)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(5))
    timer.setEventHandler(handler: handler)
    timer.resume()
    self.timer = Mutex(timer)
  }

  func cancel() { timer.withLock { $0.cancel() } }
}
