// Damaged files: told by an error or by a check, and never taken for whole.

import Foundation
import Storage
import TemporaryFolders
import Testing

@Suite(.serialized) struct DamageTests {
  let folder: TemporaryFolder
  /// The same each time unless told: what a byte may do is without end, and a look for more is a run by itself.
  private static let seed =
    ProcessInfo.processInfo.environment["DAMAGE_SEED"].flatMap { UInt64($0) }
    ?? 1

  init() throws { folder = try TemporaryFolder() }

  private func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }

  /// A store with items of all sizes.
  private func makeStore(_ name: String) async throws -> any ItemRepository {
    let store = try StoreLocation(folder.file(name)).open()
    for batch in 1...6 {
      try await store.write { transaction throws(StorageError) in
        for index in 1...20 {
          let notes = String(repeating: "word \(index) ", count: index == 20 ? 2_000 : index * 8)
          try transaction.add(
            ItemDraft(title: "\(batch)-\(index)", notes: notes, tags: ["a", "b\(index)"])
          )
        }
      }
    }
    return store
  }

  /// What the items of a store are, or what kept it from telling, and what a check says of it.
  private enum Report {
    case refused(StorageError)
    case found
    case clean([Item])
  }

  private func look(at path: String) async -> Report {
    do throws(StorageError) {
      let store = try StoreLocation(path).open()
      let result = await look(into: store)
      await store.close()
      return result
    } catch {
      return .refused(error)
    }
  }

  private func look(into store: any ItemRepository) async -> Report {
    var refusal: StorageError?
    var items: [Item] = []
    do throws(StorageError) {
      items = try await store.items(ItemQuery(sort: [.ascending(.number)]))
      _ = try await store.count(.text("word"))
      _ = try await store.item(number: 50)
    } catch {
      refusal = error
    }
    do throws(StorageError) {
      let findings = try await store.check()
      if findings.isEmpty, let refusal {
        Issue.record("a check finds nothing where a read met \(refusal)")
      }
      return findings.isEmpty ? .clean(items) : refusal.map { .refused($0) } ?? .found
    } catch {
      return .refused(refusal ?? error)
    }
  }

  private func difference(_ found: [Item], _ items: [Item]) -> String {
    guard found.count == items.count else { return "\(found.count) of \(items.count) items" }
    let numbers = zip(found, items).filter { $0 != $1 }.map { $1.number }
    return "items \(numbers) differ"
  }

  private func expectHelpful(_ error: StorageError, _ path: String, _ what: String) {
    #expect(error.message.contains(path), "\(what): \(error)")
    #expect(error.code != .unexpected && error.code != .inputOutput, "\(what): \(error)")
    #expect(error.message.split(separator: ". ").count > 1, "no remedy, \(what): \(error)")
  }

  @Test(arguments: Damage.allCases)
  func `a damaged database is told`(_ damage: Damage) async throws {
    let store = try await makeStore("whole.sqlite")
    let items = try await store.items(ItemQuery(sort: [.ascending(.number)]))
    await store.close()
    let whole = try bytes(of: folder.file("whole.sqlite"))
    var noticed = 0
    for index in 0..<40 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(index))
      var damaged = whole
      damage.apply(to: &damaged, &generator)
      let what = "\(damage), seed \(Self.seed) and \(index)"
      let path = try folder.write(damaged, to: "damaged-\(index).sqlite")
      switch await look(at: path) {
      case .refused(let error):
        noticed += 1
        expectHelpful(error, path, what)
      case .found: noticed += 1
      case .clean(let found):
        #expect(
          !damage.canBeTold || found == items,
          "taken for whole: \(what), \(difference(found, items))"
        )
      }
    }
    print("\(damage): \(noticed) of 40 noticed")
    #expect(noticed > 0 || damage == .grown)
  }

  @Test(arguments: [0, 1])
  func `a header that names another schema does not have migrations run again`(
    _ version: UInt8
  ) async throws {
    let store = try await makeStore("whole.sqlite")
    await store.close()
    var damaged = try bytes(of: folder.file("whole.sqlite"))
    // The user version. https://www.sqlite.org/fileformat2.html#the_database_header
    damaged.replaceSubrange(60..<64, with: [0, 0, 0, version])
    let path = try folder.write(damaged, to: "damaged.sqlite")
    guard case .refused(let error) = await look(at: path) else {
      Issue.record("taken for an older store")
      return
    }
    #expect(error.code == .damaged)
    expectHelpful(error, path, "user version \(version)")
    #expect(try bytes(of: path) == damaged)
  }

  @Test(arguments: [Damage.zeroedPage, .flippedBytes, .truncated, .grown])
  func `of a damaged log, what was committed before the damage is there`(
    _ damage: Damage
  ) async throws {
    let store = try await makeStore("open.sqlite")
    let items = try await store.items(ItemQuery(sort: [.ascending(.number)]))
    let database = try bytes(of: folder.file("open.sqlite"))
    let log = try bytes(of: folder.file("open.sqlite-wal"))
    await store.close()
    var counts: Set<Int> = []
    for index in 0..<30 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(index))
      var damaged = log
      damage.apply(to: &damaged, &generator)
      let path = try folder.write(database, to: "log-\(index).sqlite")
      _ = try folder.write(damaged, to: "log-\(index).sqlite-wal")
      let what = "\(damage), seed \(Self.seed) and \(index)"
      switch await look(at: path) {
      case .refused(let error): expectHelpful(error, path, what)
      case .found: Issue.record("half of a log was used: \(what)")
      case .clean(let found):
        counts.insert(found.count)
        #expect(found == Array(items.prefix(found.count)) && found.count % 20 == 0, "\(what)")
      }
    }
    #expect(damage == .grown ? counts == [items.count] : counts.count > 1)
  }

  @Test(arguments: [Damage.flippedBytes, .truncated])
  func `a damaged JSON file is refused, or read as an edit`(_ damage: Damage) async throws {
    let store = try await makeStore("whole.json")
    await store.close()
    let whole = try bytes(of: folder.file("whole.json"))
    var refused = 0
    for index in 0..<40 {
      var generator = SeededGenerator(seed: Self.seed &+ UInt64(index))
      var damaged = whole
      damage.apply(to: &damaged, &generator)
      let path = try folder.write(damaged, to: "damaged-\(index).json")
      guard case .refused(let error) = await look(at: path) else { continue }
      refused += 1
      expectHelpful(error, path, "\(damage), seed \(Self.seed) and \(index)")
      #expect(try bytes(of: path) == damaged, "a file that was refused was changed")
    }
    #expect(damage == .truncated ? refused >= 39 : refused > 0)
  }
}
