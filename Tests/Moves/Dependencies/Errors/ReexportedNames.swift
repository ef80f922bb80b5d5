// error: cannot find 'TestClock' in scope
// error: cannot find 'LockIsolated' in scope

import Dependencies

#if !CURED
func replaced() {
  let clock = TestClock()
  let count = LockIsolated(0)
  withDependencies {
    $0.continuousClock = clock
  } operation: {
    count.withValue { $0 += 1 }
  }
}
#endif
