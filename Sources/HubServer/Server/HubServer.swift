import Storage
package import Sync

/// The rules of the hub as a server: who may come in, what each may have, and what waits for news.
///
/// A transport hands it requests; it returns at once, and answers on a thread of its own where the store is needed.
/// The executable calls ``tick()`` a few times a second.
package final class HubServer: RequestHandler {
  /// What can be set anew while it runs.
  struct Settings: Sendable {
    var limits: ServerLimits
    var options: ServerOptions
  }

  let store: any ServerStore
  let environment: ServerEnvironment
  let settings: Locked<Settings>
  let registry: TokenRegistry
  let waits = WaitRegistry()
  let admission = Admission()
  let metrics = ServerMetrics()
  let log: ServerLog
  let clock: ClockRule
  /// Where the store is read, and messages are read and written.
  let jobs: JobQueue
  let commits: CommitQueue
  /// Where requests that waited are answered, so that a commit of many followers keeps nobody waiting.
  let wakes = JobQueue("hub.wakes", width: 1)
  let state = Locked(State())
  /// Other daemons that share the store, where they are told of news.
  let links = Locked<PeerLinks?>(nil)
  /// Begins each request's id: eight digits of its own for each start.
  let idPrefix: String

  struct State: Sendable {
    var nextID: UInt64 = 0
    var isDraining = false
    var lastFollow = Int64.min
    var lastLook = Int64.min
    var lastChangeMark: Int64?
    /// Hours of uses of tokens that the store does not have yet.
    var uses: [String: Int64] = [:]
    /// Refusals of this minute that the store does not have yet, by reason and address.
    var refusals: [RefusalKey: Int] = [:]
    /// Spaces of which old tombstones went, with the last number, that the store does not have yet.
    var purges: [String: Int64] = [:]
    var lastNote = Int64.min
    var isNoting = false
    var readiness: (at: Int64, response: NetworkResponse)?
  }

  struct RefusalKey: Sendable, Hashable {
    var reason: String
    var network: PeerAddress
  }

  /// A server over a store that is open and up to date.
  ///
  /// As many threads read as the store says, or `readers` does.
  /// - Throws: ``HubError`` if the store cannot be read.
  package init(
    store: any ServerStore,
    environment: ServerEnvironment,
    limits: ServerLimits = ServerLimits(),
    options: ServerOptions = ServerOptions(),
    readers: Int? = nil
  ) throws(HubError) {
    self.store = store
    self.environment = environment
    settings = Locked(Settings(limits: limits, options: options))
    log = ServerLog(environment)
    clock = ClockRule(
      lastCommit: try store.lastCommit(),
      isAccepted: options.acceptsClock,
      environment: environment
    )
    let jobs = JobQueue("hub.jobs", width: readers ?? store.readers)
    let metrics = metrics
    self.jobs = jobs
    registry = TokenRegistry(store: store, environment: environment, jobs: jobs)
    commits = CommitQueue(store: store, answers: jobs, monotonic: environment.monotonic) {
      metrics.countCommit(writes: $0, microseconds: $1 / 1_000)
    }
    idPrefix = environment.randomBytes(4).map { HubServer.hex($0) }.joined()
  }

  // MARK: For the executable

  /// Takes other settings from now on; open connections and waits stay.
  package func apply(limits: ServerLimits, options: ServerOptions) {
    settings.withLock { $0 = Settings(limits: limits, options: options) }
  }

  /// Tells other daemons of news from now on, and hears of theirs.
  package func join(_ links: PeerLinks) { self.links.withLock { $0 = links } }

  /// Whether requests of devices are answered: false while it ends, and while the clock is wrong.
  package var isReady: Bool { !state.withLock { $0.isDraining } && clock.fault() == nil }

  /// What is wrong with the wall clock, in a sentence for a person; nil if nothing is.
  package var clockFault: String? { clock.fault()?.message }

  /// Begins to end: not ready any more, requests that wait are answered that nothing came, all others are finished.
  package func beginShutdown() {
    let isFirst = state.withLock { state in
      defer {
        state.isDraining = true
        state.readiness = nil
      }
      return !state.isDraining
    }
    guard isFirst else { return }
    log.write(.info, "shutdown", [], limits)
    for waiter in waits.close() { waiter.answer(NetworkResponse(status: 204)) }
    commits.addChore { self.note(commit: self.clock.toBeNoted(), isMinuteOver: true) }
  }

  /// Whether every request has been answered, and nothing is left to be written.
  package var isIdle: Bool { admission.requests == 0 && commits.isIdle }

  /// How many requests wait for news.
  package var waitCount: Int { waits.count }

  var limits: ServerLimits { settings.withLock { $0.limits } }
  var options: ServerOptions { settings.withLock { $0.options } }

  static func hex(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16)
    return text.utf8.count == 1 ? "0" + text : text
  }

  // MARK: For the transport

  package func connectionBegan(from peer: PeerAddress) -> Bool {
    let (limits, proxies) = settings.withLock { ($0.limits, $0.options.trustedProxies) }
    let isCounted = !peer.isLoopback && !proxies.contains { $0.contains(peer) }
    if admission.beginConnection(from: peer, isCounted: isCounted, limits) { return true }
    metrics.count(.connection)
    return false
  }

  package func connectionEnded(from peer: PeerAddress) { admission.endConnection(from: peer) }

  package func refused(_ refusal: TransportRefusal, from peer: PeerAddress) {
    metrics.count(.transport)
    guard options.logLevel >= .refusals else { return }
    log.write(
      .warning,
      "refused",
      [
        ("status", .integer(Int64(refusal.status))), ("reason", .string(refusal.reason)),
        ("address", .string(peer.description)),
      ],
      limits
    )
  }

  package func handle(_ request: NetworkRequest, _ exchange: any Exchange) {
    let call = ServerCall(request, exchange, on: self)
    call.start()
  }
}
