// Messages with anything in them.

import Storage
import Sync
import SyncSimulator

enum RandomMessages {
  static func stamp(_ random: inout SeededRandom, small: Bool = false) -> Stamp {
    small
      ? Stamp(time: UInt64(random.below(3)), node: UInt64(random.below(2)))
      : Stamp(time: random.next(), node: random.next())
  }

  static func text(_ random: inout SeededRandom) -> String {
    let pieces = ["a", "é", "e\u{301}", "\u{0}", "\"", "\\", "\n", "😀", "\u{2028}", "tag:", ""]
    return (0..<random.below(6)).map { _ in random.pick(pieces) }.joined()
  }

  static func value(_ random: inout SeededRandom, depth: Int = 0) -> JSONValue {
    switch random.below(depth > 2 ? 5 : 7) {
    case 0: .null
    case 1: .bool(random.chance(0.5))
    case 2: .integer(Int64(bitPattern: random.next()))
    case 3:
      .double(random.pick([0.1, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e21, 3]))
    case 4: .string(text(&random))
    case 5: .array((0..<random.below(3)).map { _ in value(&random, depth: depth + 1) })
    default:
      .object(
        JSONObject(
          (0..<random.below(3)).map { _ in (text(&random), value(&random, depth: depth + 1)) }
        )
      )
    }
  }

  static func state(_ random: inout SeededRandom, smallStamps: Bool = false) -> ItemState {
    var entries: [ItemState.Entry] = []
    let base = stamp(&random, small: smallStamps)
    for name in ["attr:a", "attr:é", "later", "title", "tag:x"] where random.chance(0.6) {
      let value: JSONValue =
        switch name {
        case "title": .string(text(&random))
        case "tag:x": random.chance(0.5) ? true : .null
        default: value(&random)
        }
      let stamp = random.chance(0.5) ? base : stamp(&random, small: smallStamps)
      entries.append(ItemState.Entry(name, value, stamp: stamp))
    }
    for fixed in Field.Fixed.allCases where !entries.contains(where: { $0.name == fixed.name }) {
      entries.append(ItemState.Entry(fixed.name, fixed.plainValue, stamp: base))
    }
    let deletion = random.chance(0.3) ? stamp(&random, small: smallStamps) : nil
    return ItemState(entries, deletion: deletion)
  }

  static func natural(_ random: inout SeededRandom) -> Int64 { Int64(random.next() >> 1) }

  static func id(_ random: inout SeededRandom) -> ItemID {
    ItemID(high: random.next(), low: random.next())
  }

  static func token(_ random: inout SeededRandom) -> SyncToken {
    SyncToken(epoch: natural(&random), head: natural(&random), nonce: natural(&random))
  }

  static func push(_ random: inout SeededRandom) -> PushRequest {
    PushRequest(
      device: natural(&random),
      session: natural(&random),
      counter: natural(&random),
      token: token(&random),
      cursor: natural(&random),
      changes: (0..<random.below(4)).map { _ in
        PushChange(
          id: id(&random),
          state: state(&random),
          seen: random.chance(0.5) ? 0 : natural(&random)
        )
      }
    )
  }

  static func reply(_ random: inout SeededRandom) -> PushReply {
    if random.chance(0.1) { return .stale }
    let results = (0..<random.below(5)).map { _ -> PushResult in
      let outcome: PushResult.Outcome =
        switch random.below(4) {
        case 0: .ok(sequence: natural(&random) | 1)
        case 1: .lost(sequence: natural(&random) | 1, row: state(&random))
        case 2: .gone
        default: .bad(code: text(&random))
        }
      return PushResult(id: id(&random), outcome: outcome)
    }
    return .accepted(
      PushAcceptance(
        token: token(&random),
        previous: natural(&random),
        now: natural(&random),
        floor: natural(&random),
        results: results
      )
    )
  }

  static func page(_ random: inout SeededRandom) -> ChangesPage {
    ChangesPage(
      rows: (0..<random.below(4)).map { _ in
        HubRow(id: id(&random), sequence: natural(&random) | 1, state: state(&random))
      },
      end: natural(&random),
      hasMore: random.chance(0.5),
      token: token(&random),
      floor: natural(&random),
      now: natural(&random),
      damaged: (0..<random.below(3)).map { _ in
        DamagedRow(
          item: random.chance(0.5) ? id(&random) : nil,
          sequence: Int64(bitPattern: random.next())
        )
      }
    )
  }

  static func changes(_ random: inout SeededRandom) -> ChangesRequest {
    ChangesRequest(
      after: natural(&random),
      limit: random.chance(0.5) ? random.below(1_000) : nil,
      token: random.chance(0.5) ? token(&random) : nil,
      isBootstrap: random.chance(0.5),
      bootstrapFloor: random.chance(0.5) ? natural(&random) : nil,
      bootstrapHead: random.chance(0.5) ? natural(&random) : nil,
      isLiveOnly: random.chance(0.5)
    )
  }
}
