#if Hub
import CEvents
import Files
import HubServer
import Storage
import Synchronization

/// A thread that reads and writes the sockets of its connections, and never waits for anything else.
///
/// The first loop of a server accepts for all and gives each connection to the loop that has the fewest: connections live
/// long, so that their balance counts for more than the hop between threads. (With a socket for each loop, SO_REUSEPORT,
/// the kernel spreads by hash, unevenly where connections are few; it does not work with a descriptor that is handed
/// over; and what waits at a socket that closes is lost.)
///
/// Unchecked since the compiler does not know the thread: everything that changes is used on it alone, between the
/// beginning and the end of ``run()``, but for the mailbox, the poller's waker and the atomics.
@safe final class EventLoop: @unchecked Sendable {
  let handler: any RequestHandler
  let settings: HTTPSettings
  let poller: Poller
  /// Connections that it has, or is about to get.
  let load = Atomic<Int>(0)
  private let mailbox = Mailbox()
  private let threadID = Atomic<UInt>(0)
  private var thread = pthread_t()

  // Used on the thread alone.
  var connections: [ServerConnection?] = []
  var generations: [UInt32] = []
  var freeSlots: [Int] = []
  var deadlines: DeadlineQueues
  var now: UInt64 = 0
  var date = DateText()
  var acceptor: Acceptor
  /// Connections close as soon as they have nothing in hand.
  var isDraining = false
  var drains: [(drain: Drain, deadline: UInt64)] = []
  let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
  private var local: [LoopMessage] = []
  /// Connections that have more to read, once the others have had their turn.
  var unfinished: [UInt64] = []
  private var settling: [@Sendable () -> Void] = []
  private var isStopped = false

  /// The loops of a server, not started yet.
  static func group(
    handler: any RequestHandler,
    settings: HTTPSettings
  ) throws(HTTPServerError) -> [EventLoop] {
    let count = max(1, settings.threads ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    var loops: [EventLoop] = []
    for _ in 0..<count { loops.append(try EventLoop(handler: handler, settings: settings)) }
    loops[0].acceptor.loops = loops
    return loops
  }

  private init(handler: any RequestHandler, settings: HTTPSettings) throws(HTTPServerError) {
    self.handler = handler
    self.settings = settings
    deadlines = DeadlineQueues { $0.duration(settings) }
    acceptor = Acceptor()
    do throws(SystemError) {
      poller = try Poller()
    } catch {
      throw HTTPServerError(
        .system,
        "The system gave no event queue: \(error). Raise the limit of open files (`ulimit -n`, LimitNOFILE=).",
        cause: error
      )
    }
  }

  deinit { unsafe scratch.deallocate() }

  // MARK: - The thread

  func start() throws(HTTPServerError) {
    let context = unsafe Unmanaged.passRetained(self)
    let failure = unsafe pthread_create(&thread, nil, runEventLoop, context.toOpaque())
    guard failure == 0 else {
      unsafe context.release()
      throw HTTPServerError(
        .system,
        "The system gave no thread.",
        cause: SystemError(number: failure)
      )
    }
  }

  /// Waits for the thread's end.
  func join() {
    precondition(!isCurrent, "an event thread would wait for itself")
    _ = pthread_join(thread, nil)
  }

  /// Whether the caller runs on the loop's thread.
  var isCurrent: Bool { threadID.load(ordering: .relaxed) == UInt(pthread_self()) }

  /// Tells the loop something; on its own thread it comes to that after what it is at.
  func post(_ message: LoopMessage) {
    if isCurrent {
      local.append(message)
    } else if mailbox.add(message) {
      poller.wake()
    }
  }

  fileprivate func run() {
    threadID.store(UInt(pthread_self()), ordering: .relaxed)
    cevents_block_signals()
    acceptor.takeReserve()
    var events: [Poller.Event] = []
    while !isStopped {
      poller.wait(milliseconds: patience, into: &events)
      now = settings.clock.now()
      for event in events { take(event) }
      for message in mailbox.takeAll() { take(message) }
      var isQuiet = events.isEmpty && local.isEmpty && unfinished.isEmpty
      runLocal()
      if keepDeadlines() { isQuiet = false }
      if isQuiet, !settling.isEmpty {
        let settled = settling
        settling = []
        settled.forEach { $0() }
      }
    }
    finish()
  }

  /// How long to wait for events, in milliseconds; nil without a limit.
  private var patience: Int32? {
    guard local.isEmpty, unfinished.isEmpty, settling.isEmpty else { return 0 }
    let next = [deadlines.next, acceptor.resumes, drains.map(\.deadline).min()].compactMap { $0 }
      .min()
    guard let next, settings.clock.runsByItself else { return nil }
    let rest = next > now ? next - now : 0
    return Int32(clamping: (rest + 999_999) / 1_000_000)
  }

  /// What callbacks have left to do; what they leave meanwhile waits for the next round, so that no connection with many
  /// requests keeps the others waiting.
  private func runLocal() {
    let messages = local
    local.removeAll(keepingCapacity: true)
    for message in messages { take(message) }
    let tokens = unfinished
    unfinished.removeAll(keepingCapacity: true)
    for token in tokens { connection(token).map(drive) }
  }

  private func take(_ event: Poller.Event) {
    switch event.token {
    case Poller.wakeToken: break
    case Acceptor.token...: accept()
    default: if let connection = connection(event.token) { take(event, at: connection) }
    }
  }

  private func take(_ message: LoopMessage) {
    switch message {
    case .adopt(let accepted): adopt(accepted)
    case .respond(let exchange, let response): respond(exchange, response)
    case .readBody(let exchange, let limit, let deliver): readBody(exchange, limit, deliver)
    case .listen(let listener): listen(listener)
    case .stopAccepting: stopAccepting()
    case .drain(let drain, let deadline): begin(drain, deadline)
    case .settle(let done): settling.append(done)
    case .stop: isStopped = true
    }
  }

  /// Ends everything; nobody waits for a thread that is no more.
  private func finish() {
    acceptor.close(poller)
    for case let connection? in connections { end(connection) }
    for message in mailbox.takeAll() + local {
      switch message {
      case .adopt(let accepted):
        load.subtract(1, ordering: .relaxed)
        handler.connectionEnded(from: accepted.peer)
      case .drain(let drain, _): drain.finish(isComplete: true)
      case .settle(let done): done()
      default: break
      }
    }
    (connections, local) = ([], [])
    drains.forEach { $0.drain.finish(isComplete: false) }
    settling.forEach { $0() }
    settling = []
    acceptor.loops = []
  }

  /// The connection that a token stands for, if it is still there.
  func connection(_ token: UInt64) -> ServerConnection? {
    let slot = Int(truncatingIfNeeded: token & 0xFFFF_FFFF)
    guard slot < connections.count, let connection = connections[slot] else { return nil }
    return connection.token == token ? connection : nil
  }

  /// The connection that has this request in hand.
  func connection(of exchange: ServerExchange) -> ServerConnection? {
    guard let connection = connection(exchange.token), connection.exchange === exchange else {
      return nil
    }
    return connection
  }
}

/// The body of an event thread.
private func runEventLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context else { return nil }
  unsafe Unmanaged<EventLoop>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
#endif
