import Dependencies
import XCTest

@testable import Journal

final class JournalTestCase: XCTestCase {
  override func invokeTest() {
    withDependencies {
      $0.continuousClock = ImmediateClock()
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.uuid = .incrementing
      $0.quoteClient.quote = { _ in "Quiet." }
    } operation: {
      super.invokeTest()
    }
  }

  @MainActor
  func testWritesTwice() async throws {
    let model = JournalModel()
    try await model.write(day: 0)
    try await model.write(day: 1)
    XCTAssertEqual(model.entries.map(\.text), ["Quiet.", "Quiet."])
    XCTAssertEqual(model.entries.map(\.id), [UUID(0), UUID(1)])
  }
}
