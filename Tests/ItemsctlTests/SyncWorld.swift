import ArgumentParsing
import Storage
import Sync
import Synchronization
import Testing

@testable import CommandKit
@testable import Phrases
@testable import itemsctl

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Several stores and their hubs, in memory, at a standing clock.

/// Stores by their names, hubs by their remotes; each is made when it is first asked for.
final class SyncWorld: Sendable {
  private let stores = Mutex<[String: SQLiteRepository]>([:])
  private let hubs = Mutex<[String: InProcessNetworkService]>([:])
  private let random = Mutex<UInt64>(0)
  /// What answers instead of a hub.
  let answer = Mutex<(any NetworkService)?>(nil)

  /// The store of that name, as `--store` has it.
  func store(_ name: String) throws -> SQLiteRepository {
    try repository(name)
  }

  private func repository(_ name: String) throws -> SQLiteRepository {
    try stores.withLock { stores in
      if let store = stores[name] { return store }
      let counter = Mutex<UInt64>(UInt64(stores.count + 1) * 0x0100_0000)
      let environment = StoreEnvironment(
        now: { testNow },
        random: {
          counter.withLock {
            $0 += 1
            return $0
          }
        }
      )
      let store = try SQLiteRepository.inMemory(environment: environment)
      stores[name] = store
      return store
    }
  }

  private func next() -> UInt64 {
    random.withLock {
      $0 += 1
      return $0
    }
  }

  private func service(_ remote: Remote) -> any NetworkService {
    if let service = answer.withLock({ $0 }) { return service }
    return hubs.withLock { hubs in
      if let hub = hubs[remote.description] { return hub }
      let environment = HubEnvironment(
        now: { testNow.millisecondsSince1970 },
        random: { Int64(self.next()) }
      )
      let hub = Hub(store: MemoryHubStore(), environment: environment)
      let service = InProcessNetworkService(hub)
      hubs[remote.description] = service
      return service
    }
  }

  /// Runs one command line.
  func run(
    _ words: [String],
    isTerminal: Bool = false,
    width: Int? = nil,
    input: String = ""
  ) async -> Outcome {
    let (output, errors) = (CapturedSink(), CapturedSink())
    let world = World(
      environment: ProcessEnvironment(variables: nobodysVariables),
      input: TextSource(input),
      standardOutput: output,
      standardError: errors,
      outputIsTerminal: isTerminal,
      errorIsTerminal: isTerminal,
      inputIsTerminal: isTerminal,
      terminalWidth: width,
      calendar: LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: testNow),
      repository: { choice, _ in try self.repository(choice.path) },
      networkService: { _, remote, _ throws(SyncError) in self.service(remote) },
      syncEnvironment: SyncEnvironment(
        sleep: { _ in },
        random: { self.next() },
        now: { testNow.millisecondsSince1970 }
      ),
      keepsStoreOpen: true,
      elapsed: { .zero }
    )
    let code = await Run(world: world)(words)
    return Outcome(code: code, output: output.text, errors: errors.text)
  }

  /// Runs the words of a line, which stand between spaces or within double quotes.
  func callAsFunction(_ line: String, isTerminal: Bool = false) async -> Outcome {
    await run(Self.words(of: line), isTerminal: isTerminal, width: isTerminal ? 100 : nil)
  }

  static func words(of line: String) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, part in
        index % 2 == 1
          ? [String(part)] : part.split(separator: " ").map(String.init)
      }
  }
}

extension SyncWorld {
  /// Puts a change into quarantine, as a hub that refuses it would.
  func quarantine(_ title: String, reason: String, in name: String) async throws {
    try await addConflict(.quarantined, title, reason: reason, in: name)
  }

  /// Puts an item into lost-and-found, as a hub that has purged it would.
  func lose(_ title: String, in name: String) async throws {
    let reason = "deleted for good elsewhere while it was edited here"
    try await addConflict(.lost, title, reason: reason, in: name)
  }

  private func addConflict(
    _ kind: SyncConflict.Kind,
    _ title: String,
    reason: String,
    in name: String
  ) async throws {
    let store = try store(name)
    let item = try #require(try await store.items().first { $0.title == title })
    try await store.writeReplica { transaction throws(StorageError) in
      guard let replica = try transaction.replica(item.id) else { return }
      try transaction.addConflict(
        SyncConflict(
          kind: kind,
          item: item.id,
          reason: reason,
          time: .max,
          content: replica.state.json
        )
      )
      if kind == .lost { try transaction.remove(item.id) }
      guard let bytes = try transaction.syncState() else { return }
      var state = try SyncState(bytes: bytes)
      state.mayHaveQuarantine = true
      try transaction.setSyncState(state.bytes)
    }
  }
}
