#if Hub
import Storage

/// A handler that its own closures know.
final class HandlerBox: Sendable {
  private struct Content {
    weak var handler: TestHandler?
  }

  private let content = Locked(Content())

  var handler: TestHandler? { content.withLock { $0.handler } }

  func set(_ handler: TestHandler) { content.withLock { $0.handler = handler } }
}
#endif
