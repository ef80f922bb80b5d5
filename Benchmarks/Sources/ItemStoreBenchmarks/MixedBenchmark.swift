import CSQLiteFloor
import Foundation
import Storage
import Synchronization

/// Lookups by id and one-row transactions per second, all at the same time on one file.
struct MixedBenchmark {
  /// How many items the file begins with.
  let count: Int
  let folder: String

  private static let readers = 4
  private static let rounds = 3
  /// As long as the large measurements, shorter for the small ones that only show that all runs.
  private var duration: Duration { count < 100_000 ? .milliseconds(100) : .milliseconds(5_000) }

  /// What was done in one round.
  private struct Rates {
    var reads: Double
    var writes: Double
  }

  func run(report: @Sendable (String) -> Void) async throws {
    var floors: [Rates] = []
    var stores: [Rates] = []
    for round in 0..<Self.rounds {
      let path = "\(folder)/mixed-\(round).sqlite"
      let ids = try await fill(path)
      floors.append(try floor(path, ids))
      stores.append(try await store(path, ids))
    }
    report(
      """

      | one writer, four readers | raw C API | item store | ratio |
      | --- | --- | --- | --- |
      """
    )
    report(row("reads per second", floors.map(\.reads), stores.map(\.reads)))
    report(row("writes per second, NORMAL", floors.map(\.writes), stores.map(\.writes)))
  }

  private func row(_ name: String, _ floors: [Double], _ stores: [Double]) -> String {
    let (floor, store) = (floors.sorted()[floors.count / 2], stores.sorted()[stores.count / 2])
    return "| \(name) | \(floor.text) | \(store.text) | \((floor / store).text) |"
  }

  private func fill(_ path: String) async throws -> [ItemID] {
    let repository = try SQLiteRepository(at: path)
    let drafts = Array(Fixture.large(count: count / 10, seed: 3).drafts)
    let ids = try await repository.write { transaction throws(StorageError) in
      var ids: [ItemID] = []
      for draft in drafts { ids.append(try transaction.add(draft).id) }
      return ids
    }
    await repository.close()
    return ids
  }

  /// Threads with a connection each.
  private func floor(_ path: String, _ ids: [ItemID]) throws -> Rates {
    let blobs = ids.map(FloorRecord.bytes(of:))
    let drafts = Array(Fixture.large(count: 20_000, seed: 4).drafts)
    let records = drafts.map { FloorRecord($0, id: .random()) }
    let tally = Tally()
    let threads = DispatchGroup()
    let end = ContinuousClock.now + duration
    let start = ContinuousClock.now
    let run = { (body: @escaping @Sendable () -> Void) in
      threads.enter()
      Thread {
        body()
        threads.leave()
      }.start()
    }
    for reader in 0..<Self.readers {
      run {
        let floor = Floor(path: path, synchronous: "NORMAL")
        let statement = floor.prepare(
          "SELECT \(StorageBenchmarks.columns) FROM items WHERE id = ?1 AND is_deleted = 0"
        )
        var done = 0
        while ContinuousClock.now < end {
          floor.bind(blobs[(reader + done &* 7_919) % blobs.count], statement, 1)
          precondition(sqlite3_step(statement) == SQLITE_ROW)
          _ = FloorItem(statement)
          sqlite3_reset(statement)
          done += 1
        }
        sqlite3_finalize(statement)
        tally.reads.add(done, ordering: .relaxed)
      }
    }
    run {
      let floor = Floor(path: path, synchronous: "NORMAL")
      let inserts = floor.prepareInserts()
      var done = 0
      while ContinuousClock.now < end, done < records.count * 10 {
        var record = records[done % records.count]
        record.id = FloorRecord.bytes(of: .random())
        floor.insert(CollectionOfOne(record), with: inserts)
        done += 1
      }
      inserts.finalize()
      tally.writes.add(done, ordering: .relaxed)
    }
    threads.wait()
    return tally.rates(in: ContinuousClock.now - start)
  }

  /// Tasks on one repository.
  private func store(_ path: String, _ ids: [ItemID]) async throws -> Rates {
    let repository = try SQLiteRepository(
      at: path,
      options: StoreOptions(sqlite: SQLiteOptions(durability: .normal))
    )
    let drafts = Array(Fixture.large(count: 20_000, seed: 4).drafts)
    let tally = Tally()
    let start = ContinuousClock.now
    let end = start + duration
    try await withThrowingTaskGroup(of: Void.self) { group in
      for reader in 0..<Self.readers {
        group.addTask {
          var done = 0
          while ContinuousClock.now < end {
            let item = try await repository.item(ids[(reader + done &* 7_919) % ids.count])
            precondition(item != nil)
            done += 1
          }
          tally.reads.add(done, ordering: .relaxed)
        }
      }
      group.addTask {
        var done = 0
        while ContinuousClock.now < end {
          var draft = drafts[done % drafts.count]
          draft.id = .random()
          try await repository.add(draft)
          done += 1
        }
        tally.writes.add(done, ordering: .relaxed)
      }
      try await group.waitForAll()
    }
    let rates = tally.rates(in: ContinuousClock.now - start)
    await repository.close()
    return rates
  }

  /// What several threads have done.
  private final class Tally: Sendable {
    let reads = Atomic<Int>(0)
    let writes = Atomic<Int>(0)

    func rates(in time: Duration) -> Rates {
      let seconds = time / .seconds(1)
      return Rates(
        reads: Double(reads.load(ordering: .relaxed)) / seconds,
        writes: Double(writes.load(ordering: .relaxed)) / seconds
      )
    }
  }
}
