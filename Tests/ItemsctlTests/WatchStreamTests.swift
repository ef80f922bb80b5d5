import Storage
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

final class WatchStreamTests: Sendable {
  private let repository: SQLiteRepository
  private let sink = StreamSink()
  private let now = Mutex(testNow)
  private let pulse = AsyncStream<Void>.makeStream()

  init() throws { repository = try SQLiteRepository.inMemory() }

  /// Tells what is due on the day that is today, until the body is done.
  private func streaming(_ body: () async throws -> Void) async throws {
    try await streaming(repository, body) { [self] in
      let calendar = LocalCalendar(zone: .fixed(secondsFromGMT: 0), now: now.withLock { $0 })
      var parser = FilterParser(["due:today"], calendar: calendar)
      return ItemQuery(try parser.filter())
    }
  }

  private func streaming(
    _ watched: any ItemRepository,
    _ body: () async throws -> Void,
    query: @escaping @Sendable () throws -> ItemQuery
  ) async throws {
    let output = Output(of: "itemsctl", to: sink, messagesTo: sink, appearance: .plain)
    var stream = WatchStream(watched, to: output, query: query)
    async let run: Void = stream.run(pulse: pulse.stream)
    try await body()
    await repository.close()
    try await run
  }

  @Test func `a day that ends makes other items due, without any change`() async throws {
    let day = 86_400.0
    try await repository.add(ItemDraft(title: "a", due: .instant(testNow)))
    try await repository.add(ItemDraft(title: "b", due: .instant(testNow + day)))
    try await streaming {
      #expect(await sink.next() == ["item a", "current 1"])
      now.withLock { $0 += day }
      pulse.continuation.yield()
      #expect(await sink.next() == ["item b", "gone 1", "current 1"])
    }
  }

  @Test func `time alone is nothing to tell`() async throws {
    try await streaming {
      #expect(await sink.next() == ["current 0"])
      for _ in 1...3 { pulse.continuation.yield() }
      try await repository.add(ItemDraft(title: "a", due: .instant(testNow)))
      #expect(await sink.next() == ["item a", "current 1"])
    }
  }

  @Test func `what moves forward while the list is read is not told to be gone`() async throws {
    let items = try await repository.write { transaction throws(StorageError) in
      // More than are read at once.
      try (1...501).map { number throws(StorageError) in
        try transaction.add(ItemDraft(title: "\(number)", due: .instant(testNow + Double(number))))
      }
    }
    let moved = Mutex<Item?>(nil)
    let watched = StoreWithHook(base: repository) { [repository] query throws(StorageError) in
      guard query.after != nil, let item = moved.withLock({ $0.take() }) else { return }
      try await repository.update(item)
    }
    try await streaming(watched) {
      #expect(await sink.next().last == "current 501")
      var (first, last) = (items[0], items[500])
      first.title = "first"
      last.due = .instant(testNow)
      moved.withLock { [last] in $0 = last }
      try await repository.update(first)
      #expect(await sink.next() == ["changed first", "current 501"])
      #expect(await sink.next() == ["changed 501", "current 501"])
      try await repository.delete(last.id)
      #expect(await sink.next() == ["gone 501", "current 500"])
    } query: {
      ItemQuery(sort: [.ascending(.due)])
    }
  }

  @Test func `a reader that went away ends it, without any change`() async throws {
    let failure = await #expect(throws: CommandError.self) {
      try await streaming {
        #expect(await sink.next() == ["current 0"])
        sink.hasReader.withLock { $0 = false }
        pulse.continuation.yield()
        await sink.asked()
      }
    }
    #expect(failure?.code == .pipeClosed)
  }
}

/// A pipe, with somebody at its other end or not.
private final class StreamSink: ByteSink {
  let hasReader = Mutex(true)
  private let pieces = AsyncStream<[UInt8]>.makeStream()
  private let questions = AsyncStream<Void>.makeStream()

  func write(_ bytes: [UInt8]) throws(CommandError) { pieces.continuation.yield(bytes) }

  func checkReader() throws(CommandError) {
    if hasReader.withLock({ $0 }) { return }
    questions.continuation.yield()
    throw CommandError(.pipeClosed, "Nobody reads.")
  }

  /// Waits until the reader was found to be away.
  func asked() async { for await _ in questions.stream { return } }

  /// The lines up to the next that ends what is told, in a few words each.
  func next() async -> [String] {
    var lines: [Substring] = []
    for await bytes in pieces.stream {
      lines += String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      if lines.last?.contains("\"event\":\"current\"") ?? false { break }
    }
    return lines.map { line in
      guard let json = try? JSONParser.parse(String(line)) else { return String(line) }
      let what = json["item"]?["title"]?.string
      let number = (json["number"] ?? json["items"])?.integer.map { "\($0)" }
      return "\(json["event"]?.string ?? "") \(what ?? number ?? "")"
    }
  }
}

/// A store in which others do something before a page is read.
private struct StoreWithHook: ItemRepository {
  let base: SQLiteRepository
  let beforePage: @Sendable (ItemQuery) async throws(StorageError) -> Void

  func item(_ id: ItemID) async throws(StorageError) -> Item? { try await base.item(id) }
  func item(number: Int) async throws(StorageError) -> Item? { try await base.item(number: number) }
  func page(_ query: ItemQuery) async throws(StorageError) -> ItemPage {
    try await beforePage(query)
    return try await base.page(query)
  }
  func count(_ filter: ItemFilter) async throws(StorageError) -> Int {
    try await base.count(filter)
  }
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value { try await base.write(body) }
  func changes() -> ChangeNotices { base.changes() }
  func close() async {}
}
