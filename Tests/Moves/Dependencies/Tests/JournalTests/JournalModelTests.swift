import Dependencies
import DependenciesTestSupport
import Foundation
import Testing

@testable import Journal

@MainActor
@Suite(
  .dependencies {
    $0.continuousClock = .immediate
    $0.date.now = Date(timeIntervalSince1970: 1_000)
    $0.uuid = .incrementing
  }
)
struct JournalModelTests {
  @Test func writesWhatTheClientSays() async throws {
    let model = withDependencies {
      $0.quoteClient.quote = { day in "Day \(day)." }
    } operation: {
      JournalModel()
    }
    try await model.write(day: 7)
    #expect(
      model.entries == [
        Entry(id: UUID(0), date: Date(timeIntervalSince1970: 1_000), text: "Day 7.")
      ]
    )
  }

  @Test(.dependency(\.quoteClient, QuoteClient { _ in "Quiet." }))
  func aCopyHasTheSameStore() async throws {
    let model = JournalModel()
    try await model.write(day: 0)
    let copy = model.copy()
    try await copy.write(day: 1)
    #expect(copy.entries.map(\.id) == [UUID(0), UUID(1)])
  }

  @Test(.dependencies { $0.quoteClient.quote = { _ in throw CancellationError() } })
  func anErrorWritesNothing() async {
    let model = JournalModel()
    await #expect(throws: CancellationError.self) { try await model.write(day: 0) }
    #expect(model.entries.isEmpty)
  }
}
