// error: cannot find 'withDependencies' in scope

import DependenciesTestSupport
import Testing

#if CURED
import Dependencies
#endif

@Suite(.dependencies)
struct DiceTests {
  @Test func rolls() {
    let number = withDependencies {
      _ in
    } operation: {
      4
    }
    #expect(number == 4)
  }
}
