#if Hub
import CEvents
import Files

/// What the first loop of a server accepts with.
struct Acceptor {
  /// The tokens of listeners have this bit and another form than those of connections.
  static let token: UInt64 = 1 << 63
  /// How long nothing is accepted when the system lacks something, in nanoseconds.
  static let pause: UInt64 = 100_000_000
  /// Connections accepted before others get their turn.
  static let batch = 64

  var listeners: [Listener] = []
  /// All loops of the server; empty where the loop does not accept.
  var loops: [EventLoop] = []
  /// When accepting goes on after a pause.
  var resumes: UInt64?
  /// Held for the moment in which the process has no descriptor left: then a waiting connection is accepted with this one
  /// and closed, instead of being told of without end.
  private var reserve: FileDescriptor?

  mutating func takeReserve() {
    if reserve == nil { reserve = try? FileDescriptor("/dev/null", .read) }
  }

  /// Gives up the reserve; false if there is none.
  mutating func spendReserve() -> Bool {
    guard let reserve else { return false }
    reserve.close()
    self.reserve = nil
    return true
  }

  mutating func close(_ poller: Poller) {
    for listener in listeners {
      poller.unwatch(listener.descriptor.number)
      listener.descriptor.close()
    }
    listeners = []
    resumes = nil
  }
}
#endif
