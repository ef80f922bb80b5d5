#if Hub
import CEvents
import Files

/// An epoll instance with an eventfd that wakes it.
///
/// Descriptors are watched by edges, so that a request costs no call to change what is watched: an event says that reading
/// or writing may succeed again after it once did not.
final class Poller: Sendable {
  /// What happened at a descriptor.
  struct Event {
    var token: UInt64
    var isReadable: Bool
    var isWritable: Bool
    /// The peer has sent its last byte, which may not have been read yet.
    var peerFinished: Bool
    /// The connection is gone in both directions.
    var isDead: Bool
  }

  /// The token of the eventfd.
  static let wakeToken = UInt64.max
  private static let batch = 256

  private let queue: FileDescriptor
  private let waker: FileDescriptor

  init() throws(SystemError) {
    queue = FileDescriptor(
      owning: try SystemError.check { epoll_create1(Int32(EPOLL_CLOEXEC)) },
      "the event queue"
    )
    let flags = Int32(EFD_CLOEXEC | EFD_NONBLOCK)
    waker = FileDescriptor(owning: try SystemError.check { eventfd(0, flags) }, "the waker")
    try control(EPOLL_CTL_ADD, waker.number, EPOLLIN.rawValue | edges, Self.wakeToken)
  }

  private var edges: UInt32 { UInt32(bitPattern: cevents_edges) }

  /// Watches a connection until it is closed.
  func watchConnection(_ descriptor: Int32, token: UInt64) throws(SystemError) {
    let events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | edges
    try control(EPOLL_CTL_ADD, descriptor, events, token)
  }

  /// Watches a socket that listens: an event for as long as connections wait there.
  func watchListener(_ descriptor: Int32, token: UInt64) throws(SystemError) {
    try control(EPOLL_CTL_ADD, descriptor, EPOLLIN.rawValue, token)
  }

  func unwatch(_ descriptor: Int32) {
    try? control(EPOLL_CTL_DEL, descriptor, 0, 0)
  }

  /// Ends a wait, the present one or the next, on any thread.
  func wake() {
    // By edges, each write is an event whatever the counter holds; it overflows in millennia.
    eventfd_write(waker.number, 1)
  }

  /// Waits for events; nil is for as long as it takes.
  func wait(milliseconds: Int32?, into events: inout [Event]) {
    events.removeAll(keepingCapacity: true)
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.batch) { buffer in
      let count = unsafe epoll_wait(
        queue.number,
        buffer.baseAddress,
        Int32(Self.batch),
        milliseconds ?? -1
      )
      // A signal or nothing: the caller looks at the time and comes again.
      guard count > 0 else { return }
      for index in 0..<Int(count) {
        let event = unsafe buffer[index]
        let flags = unsafe event.events
        events.append(
          Event(
            token: unsafe event.data.u64,
            isReadable: flags & EPOLLIN.rawValue != 0,
            isWritable: flags & EPOLLOUT.rawValue != 0,
            peerFinished: flags & EPOLLRDHUP.rawValue != 0,
            isDead: flags & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
          )
        )
      }
    }
  }

  private func control(
    _ operation: Int32,
    _ descriptor: Int32,
    _ events: UInt32,
    _ token: UInt64
  ) throws(SystemError) {
    var event = unsafe epoll_event(events: events, data: epoll_data_t(u64: token))
    try SystemError.check { unsafe epoll_ctl(queue.number, operation, descriptor, &event) }
  }
}
#endif
