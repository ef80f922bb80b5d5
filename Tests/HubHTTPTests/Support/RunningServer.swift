#if Hub
import HubHTTP
import HubServer
import Storage
import Synchronization

/// A server on a free port of this machine, with a clock that a test moves.
final class RunningServer: Sendable {
  let server: HTTPServer
  let handler: TestHandler
  let port: UInt16
  private let time: SharedTime

  private init(_ handler: TestHandler, _ settings: HTTPSettings, _ tls: TLSContext?) throws {
    self.handler = handler
    let time = SharedTime()
    self.time = time
    var settings = settings
    settings.clock = HTTPClock(manual: { time.now })
    server = HTTPServer(handler: handler, settings: settings)
    port = try server.listen(on: .internet(host: "127.0.0.1", port: 0), tls: tls)
    try server.start()
  }

  /// Runs a server for as long as the test does, and checks that each connection was told of twice.
  static func run(
    _ handler: TestHandler,
    settings: HTTPSettings = .twoThreads,
    tls: TLSContext? = nil,
    _ test: (RunningServer) async throws -> Void
  ) async throws {
    let running = try RunningServer(handler, settings, tls)
    do {
      try await test(running)
    } catch {
      running.server.stop()
      throw error
    }
    running.server.stop()
    let counts = handler.counts
    guard counts.began == counts.ended else { throw UnbalancedConnections(counts: counts) }
  }

  struct UnbalancedConnections: Error {
    let counts: TestHandler.Counts
  }

  /// Lets time pass, after everything that was sent has been read.
  func pass(_ duration: Duration) async {
    await server.settle()
    time.add(duration)
    await server.settle()
  }

  /// Waits until something holds that other threads bring about.
  func until(_ condition: () -> Bool) async {
    while !condition() {
      await server.settle()
      await Task.yield()
    }
  }

  func client() throws -> TestClient { try TestClient(port) }
}

/// A time that is moved by hand.
private final class SharedTime: Sendable {
  private let nanoseconds = Atomic<UInt64>(1_000_000_000)

  var now: UInt64 { nanoseconds.load(ordering: .acquiring) }

  func add(_ duration: Duration) {
    let (seconds, rest) = duration.components
    nanoseconds.add(
      UInt64(seconds) * 1_000_000_000 + UInt64(rest / 1_000_000_000),
      ordering: .releasing
    )
  }
}

extension HTTPSettings {
  static var twoThreads: HTTPSettings {
    var settings = HTTPSettings()
    settings.threads = 2
    return settings
  }
}
#endif
