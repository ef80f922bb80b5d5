/// The rules that keep sync from losing an edit; all are on outside the tests.
///
/// The simulator is run without each of them in turn, and is expected to notice. Out of reach of
/// the public API.
package struct Safeguards: OptionSet, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Every rule.
  package static let all = Safeguards(rawValue: .max)

  private init(bit: Int) { self.init(rawValue: 1 << UInt64(bit)) }
}

// MARK: - Acknowledgements and pages, on a device

extension Safeguards {
  /// An acknowledgement clears a mark only if the stamp is still the one that was sent.
  package static let acknowledgementChecksStamp = Safeguards(bit: 0)
  /// A push reply's token replaces the one kept.
  package static let acknowledgementCarriesToken = Safeguards(bit: 1)
  /// A field with nothing unacknowledged follows the hub's row exactly.
  package static let cleanFieldsFollowHub = Safeguards(bit: 2)
  /// A field with an unacknowledged value keeps it where it is the greater one.
  package static let dirtyFieldsJoin = Safeguards(bit: 3)
  /// Stamps that arrive move the clock.
  package static let clockObserves = Safeguards(bit: 4)
  /// The row that comes with a lost change is taken over.
  package static let lostBringsRow = Safeguards(bit: 5)
  /// The cursor jumps over a push's own rows only where nobody else wrote in between.
  package static let echoSkipChecksPrevious = Safeguards(bit: 6)
  /// A reply is taken over only where the store still waits for it.
  package static let repliesAreAwaited = Safeguards(bit: 7)
  /// A push's reply counts only where the store still has the token that was sent.
  package static let pushRepliesMatchToken = Safeguards(bit: 22)
  /// Acknowledged tombstones go once the hub has purged its own.
  package static let purgedTombstonesGo = Safeguards(bit: 8)
  /// Requests for changes carry the token.
  package static let requestsCarryToken = Safeguards(bit: 9)
  /// Pushes are counted.
  package static let pushesAreCounted = Safeguards(bit: 10)
  /// A push that is too large is halved.
  package static let batchesHalve = Safeguards(bit: 11)
}

// MARK: - Beginning anew, on a device

extension Safeguards {
  /// A union reset marks every item as unsynced.
  package static let unionMarksAll = Safeguards(bit: 12)
  /// A union reset forgets the token of the history that the hub lost.
  package static let unionForgetsToken = Safeguards(bit: 13)
  /// An authoritative reset keeps the token, so that a restored hub is still noticed.
  package static let authoritativeKeepsToken = Safeguards(bit: 14)
  /// An authoritative reset uploads nothing that the hub had before.
  package static let authoritativeTrustsHub = Safeguards(bit: 15)
  /// An authoritative reset removes what the bootstrap did not bring.
  package static let authoritativeRemoves = Safeguards(bit: 16)
  /// A reset begins at the first row.
  package static let resetsForgetCursor = Safeguards(bit: 17)
  /// A bootstrap repeats the floor of its first page.
  package static let bootstrapKeepsFloor = Safeguards(bit: 18)
  /// A bootstrap repeats the head of its first page.
  package static let bootstrapKeepsHead = Safeguards(bit: 19)
  /// A bootstrap after a reset brings tombstones too.
  package static let resetsBringTombstones = Safeguards(bit: 20)
  /// A push that the hub calls stale is sent again under a new session.
  package static let staleDrawsSession = Safeguards(bit: 21)
}

// MARK: - Refused changes, on a device

extension Safeguards {
  /// Restamping goes above the greatest stamp received or acknowledged.
  package static let restampsAboveGreatest = Safeguards(bit: 24)
  /// Restamping goes above every stamp here that the hub takes.
  package static let restampsAboveOwn = Safeguards(bit: 25)
  /// Restamping takes all fields that are too far ahead, not the refused ones alone.
  package static let restampsAll = Safeguards(bit: 26)
  /// Restamping stamps under a fresh node.
  package static let restampsUnderFreshNode = Safeguards(bit: 27)
  /// An item that is gone from the hub is taken out of the store.
  package static let goneIsTakenOut = Safeguards(bit: 28)
  /// Edits of an item that is taken out are kept in lost-and-found.
  package static let lostEditsAreKept = Safeguards(bit: 29)
  /// A change in quarantine is left out of pushes.
  package static let quarantineHolds = Safeguards(bit: 30)
  /// A later edit of the item is pushed again.
  package static let editsLeaveQuarantine = Safeguards(bit: 31)
  /// A quarantine goes down with the stamps that it is about.
  package static let quarantineFollowsStamps = Safeguards(bit: 32)
}

// MARK: - What the hub does

extension Safeguards {
  /// A token of another epoch, or of a commit that the hub does not know, is refused.
  package static let hubChecksToken = Safeguards(bit: 40)
  /// A cursor below the floor is refused.
  package static let hubChecksFloor = Safeguards(bit: 41)
  /// A bootstrap that the floor passed is refused.
  package static let hubChecksBootstrapFloor = Safeguards(bit: 42)
  /// A push that is not younger than the session's last one is refused.
  package static let hubChecksCounter = Safeguards(bit: 43)
  /// An update of an item that is not there is refused.
  package static let hubRefusesGone = Safeguards(bit: 44)
  /// The greater stamp wins, not the later arrival.
  package static let hubJoins = Safeguards(bit: 45)
  /// The greater delete stamp wins, not the later arrival.
  package static let hubJoinsDeletions = Safeguards(bit: 46)
  /// A purge is a commit of its own.
  package static let purgeCommits = Safeguards(bit: 47)
  /// Stamps too far ahead of the hub's clock are refused.
  package static let hubChecksClock = Safeguards(bit: 48)
  /// Equal stamps are told apart by their values.
  package static let valuesBreakTies = Safeguards(bit: 49)
  /// The hub's clock never goes back below a reading by which it took a push.
  package static let hubClockNeverGoesBack = Safeguards(bit: 50)
  /// A new item that lacks a field which each item has is refused.
  package static let hubRefusesParts = Safeguards(bit: 51)
  /// Each changed row gets a sequence number of its own.
  package static let hubNumbersEachRow = Safeguards(bit: 52)
  /// A push that changes nothing allocates nothing.
  package static let hubSkipsEmptyCommits = Safeguards(bit: 53)
  /// A device that calls an item new is told the whole row that it meets.
  package static let newMeetsWholeRow = Safeguards(bit: 54)
  /// Tombstones that came up during a bootstrap are sent with it.
  package static let bootstrapSendsYoungTombstones = Safeguards(bit: 55)
}
