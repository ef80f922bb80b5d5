// The rules of sync that can be switched off one by one, to prove that the simulator misses each.

/// The rules that keep sync from losing an edit; all are on outside the tests.
///
/// Each has a counterpart in the simulator's tests, which switch it off and expect the simulator to
/// notice. Out of reach of the public API.
package struct Safeguards: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Every rule.
  package static let all = Safeguards(rawValue: .max)

  // What a device does.

  /// An acknowledgement clears a mark only if the stamp is still the one that was sent.
  package static let acknowledgementChecksStamp = Safeguards(rawValue: 1 << 0)
  /// A push reply's token replaces the one kept.
  package static let acknowledgementCarriesToken = Safeguards(rawValue: 1 << 1)
  /// A field with nothing unacknowledged follows the hub's row exactly.
  package static let cleanFieldsFollowHub = Safeguards(rawValue: 1 << 2)
  /// A field with an unacknowledged value keeps it where it is the greater one.
  package static let dirtyFieldsJoin = Safeguards(rawValue: 1 << 3)
  /// Stamps that arrive move the clock.
  package static let clockObserves = Safeguards(rawValue: 1 << 4)
  /// A union reset marks every item as unsynced.
  package static let unionMarksAll = Safeguards(rawValue: 1 << 5)
  /// An authoritative reset keeps the token, so that a restored hub is still noticed.
  package static let authoritativeKeepsToken = Safeguards(rawValue: 1 << 6)
  /// An authoritative reset uploads nothing that the hub had before.
  package static let authoritativeTrustsHub = Safeguards(rawValue: 1 << 7)
  /// An authoritative reset removes what the bootstrap did not bring.
  package static let authoritativeRemoves = Safeguards(rawValue: 1 << 8)
  /// Restamping goes above the greatest stamp received or acknowledged.
  package static let restampsAboveGreatest = Safeguards(rawValue: 1 << 9)
  /// Restamping takes all fields that are too far ahead, not the refused ones alone.
  package static let restampsAll = Safeguards(rawValue: 1 << 10)
  /// Restamping stamps under a fresh node.
  package static let restampsUnderFreshNode = Safeguards(rawValue: 1 << 11)
  /// The cursor jumps over a push's own rows only where nobody else wrote in between.
  package static let echoSkipChecksPrevious = Safeguards(rawValue: 1 << 14)

  // What the hub does.

  /// A token of another epoch, or of a commit that the hub does not know, is refused.
  package static let hubChecksToken = Safeguards(rawValue: 1 << 16)
  /// A cursor below the floor is refused.
  package static let hubChecksFloor = Safeguards(rawValue: 1 << 17)
  /// A bootstrap that the floor passed is refused.
  package static let hubChecksBootstrapFloor = Safeguards(rawValue: 1 << 18)
  /// A push that is not younger than the session's last one is refused.
  package static let hubChecksCounter = Safeguards(rawValue: 1 << 19)
  /// An update of an item that is not there is refused.
  package static let hubRefusesGone = Safeguards(rawValue: 1 << 20)
  /// The greater stamp wins, not the later arrival.
  package static let hubJoins = Safeguards(rawValue: 1 << 21)
  /// A purge is a commit of its own.
  package static let purgeCommits = Safeguards(rawValue: 1 << 22)
  /// Stamps too far ahead of the hub's clock are refused.
  package static let hubChecksClock = Safeguards(rawValue: 1 << 23)
  /// Equal stamps are told apart by their values.
  package static let valuesBreakTies = Safeguards(rawValue: 1 << 24)
  /// The hub's clock never goes back below a reading by which it took a push.
  package static let hubClockNeverGoesBack = Safeguards(rawValue: 1 << 25)
  /// A new item that lacks a field which each item has is refused.
  package static let hubRefusesParts = Safeguards(rawValue: 1 << 26)
}
