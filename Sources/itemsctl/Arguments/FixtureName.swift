import ArgumentParsing
import Storage

/// The value of `--fixture`.
struct FixtureName: ArgumentValue {
  let fixture: Fixture

  init(argument: String) throws(ValueError) {
    guard let fixture = Fixture(name: argument) else {
      throw ValueError("the fixtures are 'empty', 'demo', 'full' and 'large:COUNT[:SEED]'")
    }
    guard fixture.drafts.underestimatedCount <= Self.mostItems else {
      throw ValueError("a fixture has at most \(Self.mostItems) items")
    }
    self.fixture = fixture
  }

  /// Some gigabytes of a store in memory; with many more the command would work until the system ends it.
  private static let mostItems = 5_000_000

  var argumentText: String { fixture.name }
}
