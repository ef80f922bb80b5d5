package import Storage
package import Sync

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A clock that moves on by a millisecond with each look, and randomness from a seed.
package final class TestSurroundings: Sendable {
  private let content: Locked<(now: Int64, random: SeededRandom)>
  private let pauses = Locked<[Duration]>([])

  package init(seed: UInt64 = 1, now: Int64 = 1_800_000_000_000) {
    content = Locked((now, SeededRandom(seed: seed)))
  }

  package var now: Int64 {
    content.withLock {
      $0.now += 1
      return $0.now
    }
  }

  package func advance(_ milliseconds: Int64) { content.withLock { $0.now += milliseconds } }
  package func random() -> UInt64 { content.withLock { $0.random.next() } }

  /// The pauses that an engine made, none of which took any time.
  package var slept: [Duration] { pauses.withLock { $0 } }

  package var engine: SyncEnvironment {
    SyncEnvironment(
      sleep: { pause in self.pauses.withLock { $0.append(pause) } },
      random: { self.random() }
    )
  }

  package func store(aheadBy skew: Int64 = 0) -> StoreEnvironment {
    StoreEnvironment(
      now: { Date(timeIntervalSince1970: Double(self.now + skew) / 1_000) },
      random: { self.random() }
    )
  }

  package func hub(limits: SyncLimits = SyncLimits(), retention: Int64 = 1_000_000)
    -> HubEnvironment
  {
    HubEnvironment(
      now: { self.now },
      random: { Int64(self.random() >> 1) },
      limits: limits,
      retention: retention
    )
  }
}

extension Hub {
  /// Lets time pass that the hub sees pass: somebody syncs now and then, and changes nothing.
  ///
  /// By steps of a tenth of the retention of ``TestSurroundings/hub(limits:retention:)``.
  package func letPass(_ milliseconds: Int64, _ surroundings: TestSurroundings) throws {
    let step: Int64 = 100_000
    for number in 0...milliseconds / step {
      if number > 0 { surroundings.advance(step) }
      let request = ChangesRequest(after: 0, limit: 1, token: nil, isBootstrap: true)
      guard case .changes(let page) = try answer(.changes(request), space: "main") else { return }
      let push = PushRequest(
        device: 99,
        session: 99,
        counter: surroundings.now,
        token: page.token,
        cursor: page.token.head,
        changes: []
      )
      _ = try answer(.push(push), space: "main")
    }
  }
}
