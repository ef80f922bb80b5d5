// error: cannot find 'TestClock' in scope
// error: cannot find 'LockIsolated' in scope
// error: has no member 'timer'

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

struct Metronome {
  @Dependency(\.continuousClock) var clock

  func ticks() {
    _ = clock.timer(interval: Duration.seconds(1))
  }
}
#endif
