// error: cannot find 'Container' in scope

import FactoryTesting
import Testing

#if CURED
import FactoryKit
#endif

@Suite(.container)
struct HistoryTests {
  @Test func hasAManager() {
    #expect(!Container.shared.manager.trace)
  }
}
