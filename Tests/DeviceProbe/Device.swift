import Storage
import Sync
import SyncHTTP

/// A store, and the engine that syncs it.
final class Device {
  let options: DeviceOptions
  let log: DeviceLog
  let store: SQLiteRepository
  var generator: SeededGenerator
  /// Gives up soon while a hub stands still.
  private let engine: SyncEngine
  /// Has the default patience.
  private let calmEngine: SyncEngine

  init(_ options: DeviceOptions) throws {
    self.options = options
    generator = SeededGenerator(seed: options.seed)
    log = try DeviceLog(options.log)
    store = try SQLiteRepository(
      at: options.store,
      options: StoreOptions(busyTimeout: .seconds(60))
    )
    // Twenty times as fast as people's devices: the pauses grow to seconds otherwise.
    var environment = SyncEnvironment.live
    environment.sleep = { try await Task.sleep(for: $0 / 20) }
    calmEngine = try Device.engine(options, store, log, environment, HTTPOptions())
    environment.patience.attempts = generator.chance(50) ? 1 : 4
    var http = HTTPOptions()
    // A device that follows has no other engine, and would never catch up with a slow hub.
    if generator.chance(50), !options.follows { http.silence = .milliseconds(150) }
    engine = try Device.engine(options, store, log, environment, http)
  }

  private static func engine(
    _ options: DeviceOptions,
    _ store: SQLiteRepository,
    _ log: DeviceLog,
    _ environment: SyncEnvironment,
    _ http: HTTPOptions
  ) throws -> SyncEngine {
    let remote = try Remote(options.remote)
    let token = try HubToken(file: options.tokenFile)
    let service = try HTTPNetworkService(remote: remote, token: token, options: http)
    return SyncEngine(
      store: store,
      remote: remote,
      networkService: NotedNetworkService(base: service, log: log),
      environment: environment,
      lease: .file(beside: options.store)
    )
  }

  func obey(_ order: String, _ orders: Orders) async throws {
    switch order {
    case "prepare": try await prepare()
    case "work": return try await work(orders)
    case "settle": return Orders.answer(await settle())
    case "verify": return Orders.answer(try await verify())
    case "end": await store.close()
    default: Orders.answer("failed: no such order: \(order)")
    }
    Orders.answer("done")
  }

  private func work(_ orders: Orders) async throws {
    var load = try await DeviceLoad(self)
    Orders.answer("working")
    guard options.follows else {
      while !orders.isPending {
        try await load.edit()
        await sync()
      }
      return
    }
    let following = Task { [engine, store, log] in
      do throws(SyncError) {
        try await engine.follow(store.changes(), unknown: { log.note("union") })
      } catch {
        if error.code != .cancelled { Device.note(error, log) }
      }
    }
    while !orders.isPending {
      try await load.edit()
      try await Task.sleep(for: .milliseconds(5 + generator.below(40)))
    }
    following.cancel()
    await following.value
  }

  private func sync() async {
    // On a busy machine each answer can come too late for the first: about half of them are waited for.
    let engine = generator.chance(50) ? engine : calmEngine
    do throws(SyncError) {
      try await engine.sync(unknown: { [log] in log.note("union") })
    } catch {
      Device.note(error, log)
      // The hub is away, most likely.
      try? await Task.sleep(for: .microseconds(generator.below(10_000)))
    }
  }

  /// Whether a hub that is away, stopped, full or busy explains an error.
  private static func isPassing(_ error: SyncError) -> Bool {
    [.unreachable, .busy, .quota].contains(error.code)
  }

  /// A hub may be away, stopped, full or busy, and nothing else may come of that.
  private static func note(_ error: SyncError, _ log: DeviceLog) {
    guard !isPassing(error) else { return }
    log.note("unexpected", error.message.replacing("\n", with: " "))
  }
}

// MARK: - At the end

extension Device {
  private func settle() async -> String {
    do throws(SyncError) {
      _ = try await syncPatiently()
      return "settled"
    } catch {
      return "failed \(error.message)"
    }
  }

  /// Syncs as often as it takes until the hub is there: on a busy machine it may be silent for longer than a device waits.
  private func syncPatiently(verifies: Bool = false) async throws(SyncError) -> SyncSummary {
    var attempts = 0
    while true {
      do throws(SyncError) {
        return try await calmEngine.sync(
          verifies: verifies,
          unknown: { [log] in log.note("union") }
        )
      } catch {
        attempts += 1
        // Others may pass, too, but not for ever.
        guard Device.isPassing(error) || attempts < 2_000 else { throw error }
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  private func verify() async throws -> String {
    let summary = try await syncPatiently(verifies: true)
    let status = try await store.syncStatus()
    let differences = summary.verification?.differences ?? -1
    return "verified \(differences) \(status.unsynced) \(status.conflicts.count)"
  }
}
