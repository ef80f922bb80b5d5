import Synchronization

@testable import CommandKit
@testable import ItemFormats
@testable import Phrases
@testable import Storage
@testable import itemsctl

/// A store in memory of which nothing is kept.
struct ScratchStore {
  /// What became of a file.
  struct Outcome {
    let items: [Item]
    let leftOut: Int
    /// The sentences about what was left out, or taken otherwise.
    let told: [String]

    var isTold: Bool { !told.isEmpty }
  }

  let calendar = LocalCalendar(zone: LocalZone(named: "Europe/Berlin") ?? .utc, now: fuzzNow)
  private let session: SQLiteSession

  init() throws { session = try SQLiteSession.openInMemory(environment: .still()) }

  /// What a body returns, of whose writes nothing is kept.
  func undone<Value>(
    _ body: (any ItemTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    var value: Value?
    do throws(StorageError) {
      try session.write { transaction throws(StorageError) in
        value = try body(transaction)
        throw StorageError(.aborted, "")
      }
    } catch {
      guard error.code == .aborted, let value else { throw error }
      return value
    }
    preconditionFailure("the body throws")
  }

  /// What an import of a file comes to in an empty store.
  func outcome(
    of bytes: [UInt8],
    _ format: ItemFormat,
    isStrict: Bool = false
  ) -> Result<Outcome, StorageError> {
    Result { () throws(StorageError) in
      try undone { transaction throws(StorageError) in
        let counts = try importer(bytes, format, isStrict: isStrict).run(in: transaction)
        return Outcome(
          items: try transaction.allItems(),
          leftOut: counts.leftOut.count,
          told: counts.leftOut.messages.lines + counts.warnings.lines
        )
      }
    }
  }

  func importer(_ bytes: [UInt8], _ format: ItemFormat, isStrict: Bool = false) -> Importer {
    Importer(
      source: OnePiece(bytes),
      format: format,
      isFormatCertain: true,
      unknownKeys: isStrict ? .refused : .becomeAttributes,
      calendar: calendar
    )
  }
}

extension ItemTransaction {
  /// Few items, in the order of their numbers.
  func allItems() throws(StorageError) -> [Item] {
    try page(ItemQuery(sort: [.ascending(.number)], limit: 1_000)).items
  }
}

/// Gives all bytes at once.
private final class OnePiece: ByteSource {
  private let rest: Mutex<[UInt8]?>

  init(_ bytes: [UInt8]) { rest = Mutex(bytes) }

  func next() -> [UInt8]? {
    rest.withLock { rest in
      defer { rest = nil }
      return rest
    }
  }
}

/// Keeps what is written.
final class MemorySink: ByteSink {
  private let written = Mutex<[UInt8]>([])

  var bytes: [UInt8] { written.withLock { $0 } }
  func write(_ bytes: [UInt8]) { written.withLock { $0 += bytes } }
  func finish() {}
  func checkReader() {}
}
