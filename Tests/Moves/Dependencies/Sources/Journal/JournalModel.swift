import Dependencies
import Foundation
import Observation

@MainActor @Observable
final class JournalModel {
  @ObservationIgnored @Dependency(\.quoteClient) private var quoteClient
  @ObservationIgnored @Dependency(\.entryStore) private var entryStore
  @ObservationIgnored @Dependency(\.continuousClock) private var clock
  @ObservationIgnored @Dependency(\.date) private var date
  @ObservationIgnored @Dependency(\.uuid) private var uuid

  private(set) var entries: [Entry] = []

  func write(day: Int) async throws {
    try await clock.sleep(for: .milliseconds(100))
    let quote = try await quoteClient.quote(day)
    entryStore.save(Entry(id: uuid(), date: date.now, text: quote))
    entries = entryStore.all()
  }

  func copy() -> JournalModel {
    withDependencies(from: self) { JournalModel() }
  }
}
