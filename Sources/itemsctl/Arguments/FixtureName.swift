import ArgumentParsing
import Storage

/// The value of `--fixture`.
struct FixtureName: ArgumentValue {
  let fixture: Fixture

  init(argument: String) throws(ValueError) {
    guard let fixture = Fixture(name: argument) else {
      throw ValueError("the fixtures are 'empty', 'demo', 'full' and 'large:COUNT[:SEED]'")
    }
    self.fixture = fixture
  }

  var argumentText: String { fixture.name }
}
