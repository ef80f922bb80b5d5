import Dependencies
import Foundation

struct Entry: Equatable, Sendable {
  let id: UUID
  let date: Date
  let text: String
}

struct EntryStore: Sendable {
  var save: @Sendable (Entry) -> Void
  var all: @Sendable () -> [Entry]
}

extension EntryStore: DependencyKey {
  static let liveValue = inMemory()
  static var testValue: EntryStore { inMemory() }

  static func inMemory() -> EntryStore {
    let entries = Entries()
    return EntryStore(save: { entries.append($0) }, all: { entries.all })
  }
}

extension DependencyValues {
  var entryStore: EntryStore {
    get { self[EntryStore.self] }
    set { self[EntryStore.self] = newValue }
  }
}

private final class Entries: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [Entry] = []

  var all: [Entry] { lock.withLock { entries } }

  func append(_ entry: Entry) { lock.withLock { entries.append(entry) } }
}
