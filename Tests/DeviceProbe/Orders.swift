import Files
import Foundation
import Synchronization

/// The words that come on standard input, read by a thread of its own.
final class Orders: Sendable {
  private struct State {
    var orders: [String] = []
    var isAtEnd = false
    var waiting: CheckedContinuation<String?, Never>?
  }

  private let state = Mutex(State())

  init() {
    Thread.detachNewThread { [self] in
      var rest: [UInt8] = []
      while let bytes = try? FileDescriptor.standardInput.read(atMost: 256), !bytes.isEmpty {
        rest += bytes
        while let end = rest.firstIndex(of: 10) {
          take(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      // Whoever gave orders is gone.
      take(nil)
    }
  }

  private func take(_ order: String?) {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      if order == nil { state.isAtEnd = true }
      if state.waiting == nil, let order { state.orders.append(order) }
      return state.waiting
    }
    waiting?.resume(returning: order)
  }

  /// The next order; nil at the end.
  func next() async -> String? {
    await withCheckedContinuation { continuation in
      let next = state.withLock { state -> String?? in
        if !state.orders.isEmpty { return state.orders.removeFirst() }
        if state.isAtEnd { return .some(nil) }
        state.waiting = continuation
        return .none
      }
      if let next { continuation.resume(returning: next) }
    }
  }

  /// Whether an order waits, or none will come any more.
  var isPending: Bool { state.withLock { !$0.orders.isEmpty || $0.isAtEnd } }

  static func answer(_ line: String) {
    try? FileDescriptor.standardOutput.write(Array((line + "\n").utf8))
  }
}
