package import Storage

/// Joins the hub's rows with a store's items, so that no text that a person typed is lost.
///
/// Fields without edits here follow the row exactly. Of a field edited on both sides, text is merged by lines;
/// where the edits overlap, the later one wins, and the other text is kept beside it in a register of
/// its own (see ``KeptText``). Of any other value the later one wins, and ``overwritten`` tells the loser.
/// An item that was deleted elsewhere comes back for a text; ``overwritten`` tells any other edit that goes with it.
/// "Edited on both sides" means that the row has neither the value that the edit here was made from
/// nor one that this store sent itself.
package struct RowMerge {
  /// Stamps what is merged; it counts on from the greatest time that the store knows.
  package private(set) var clock: HybridClock
  /// Edits that lost to a later one of the same field.
  package private(set) var overwritten: [OverwrittenEdit] = []
  /// Texts that lost and are more than may be kept beside an item's fields.
  package private(set) var displaced: [DisplacedText] = []
  /// How many texts were kept beside the one that won.
  package private(set) var kept = 0

  private let sent: SentStamps
  private let isPushUnanswered: Bool
  private let limits: SyncLimits

  /// Makes a merge of rows from a hub that was sent those stamps, and may take another push yet.
  package init(
    clock: HybridClock,
    sent: SentStamps,
    isPushUnanswered: Bool,
    limits: SyncLimits
  ) {
    self.clock = clock
    self.sent = sent
    self.isPushUnanswered = isPushUnanswered
    self.limits = limits
  }

  /// A text that goes to lost-and-found.
  package struct DisplacedText: Sendable, Equatable {
    package var item: ItemID
    /// The item's title, unless that is the text.
    package var title: ItemState.Entry?
    package var text: KeptText

    /// What lost-and-found keeps: the text under the name of its field, with the title.
    var content: ItemState {
      let entry = ItemState.Entry(text.field.name, .string(text.text), stamp: text.stamp)
      return ItemState([entry] + (title.map { [$0] } ?? []))
    }
  }

  /// Merges the hub's row into an item.
  package mutating func merge(_ row: ItemState, sequence: Int64, into item: inout ReplicaItem) {
    if let stamp = row.maxStamp { clock.observe(stamp.time) }
    if item.isDirty {
      let old = item
      join(row, into: &item)
      withdraw(from: &item, old, row)
      if old.isAlive, !item.isAlive { revive(&item) }
      if old.isAlive, !item.isAlive { tellLosses(of: old, to: item.deletion?.stamp) }
    } else {
      item.registers = row.entries.map { Register($0, isDirty: false) }
      item.deletion = row.deletion.map { .init(stamp: $0, isDirty: false) }
    }
    item.sequence = sequence
    displaceTexts(of: &item)
  }
}

// MARK: - Register by register

extension RowMerge {
  private mutating func join(_ row: ItemState, into item: inout ReplicaItem) {
    var merged: [Register] = []
    merged.reserveCapacity(max(item.registers.count, row.entries.count))
    var losers: [KeptText] = []
    let isWhole = item.sequence == ReplicaItem.neverAcknowledged
    let id = item.id
    let known = item
    let hasRoom = row.entries.count { $0.isResolvedText } < limits.resolvedTexts
    forEachPair(item.registers, row.entries) { mine, theirs in
      guard var mine, isWhole || mine.isDirty else {
        if let theirs { merged.append(Register(theirs, isDirty: false)) }
        return
      }
      mine.isDirty = true
      guard let theirs else {
        // The hub drops the oldest decisions of an item with many, and must not be sent them again, unless
        // the text is on its way there.
        guard hasRoom || !mine.isResolvedText || isOnItsWay(mine.field) else { return }
        mine.base = nil
        merged.append(mine)
        return
      }
      if mine.stamp == theirs.stamp, mine.value == theirs.value {
        merged.append(Register(theirs, isDirty: false))
      } else if mine.field.holdsText(mine.value, theirs.value) {
        merged.append(text(mine, theirs, of: known, tells: !isWhole, keeping: &losers))
      } else {
        merged.append(value(mine, theirs, of: id, tells: !isWhole))
      }
    }
    item.deletion = item.mergedDeletion(row.deletion)
    item.registers = merged
    for loser in losers { keep(loser, in: &item) }
  }

  /// Joins one text with the hub's.
  private mutating func text(
    _ mine: Register,
    _ theirs: ItemState.Entry,
    of item: ReplicaItem,
    tells: Bool,
    keeping losers: inout [KeptText]
  ) -> Register {
    var mine = mine
    let isMineLater = mine.entry.supersedes(theirs)
    // The edit here was made from the hub's value, or that was sent by this store, which has gone on
    // from there. A text that is kept beside the edit here is neither, though it was sent under its stamp.
    let isSent = sent.contains(theirs.stamp) && !item.keeps(mine.field, theirs.stamp)
    if isSent || theirs.stamp == mine.base?.stamp {
      if isSent { mine.base = Register.Base(mine.field, theirs.value, stamp: theirs.stamp) }
      // Of two machines of which one was copied while it ran, both stamp alike.
      if !isMineLater { mine.stamp = nextStamp() }
      return mine
    }
    if mine.value != theirs.value {
      if let merged = merged(mine, theirs, isMineLater: isMineLater) {
        // Then nothing of the edit here is left to send.
        if merged == theirs.value { return Register(theirs, isDirty: false) }
        let base = Register.Base(mine.field, theirs.value, stamp: theirs.stamp)
        return Register(mine.field, merged, stamp: nextStamp(), isDirty: true, base: base)
      }
      let (loser, winner) = isMineLater ? (theirs, mine.entry) : (mine.entry, theirs)
      if let text = loser.value.text,
        !TextMerge.contains(winner.value.text ?? "", everyLineOf: text)
      {
        losers.append(KeptText(field: mine.field, stamp: loser.stamp, text: text))
      } else if tells, loser.value.string == nil {
        // An attribute may hold a text on one device and a number on another.
        tell(mine, theirs, of: item.id, isMineLater: isMineLater)
      }
    }
    guard isMineLater else { return Register(theirs, isDirty: false) }
    // The edit here was not made from the hub's value, so a later merge must not take that as its base.
    mine.base = Register.Base(stamp: theirs.stamp, value: nil)
    return mine
  }

  private func merged(
    _ mine: Register,
    _ theirs: ItemState.Entry,
    isMineLater: Bool
  ) -> JSONValue? {
    guard let base = mine.base?.value?.string, let text = mine.value.string,
      let other = theirs.value.string,
      // Of a value of one line, two edits always overlap.
      mine.field == .fixed(.notes)
        || [base, text, other].contains(where: { $0.utf8.contains(10) }),
      let merged = TextMerge.merge(
        base: base,
        earlier: isMineLater ? other : text,
        later: isMineLater ? text : other
      ),
      merged.utf8.count <= mine.field.maxTextBytes
    else { return nil }
    return .string(merged)
  }

  /// Joins any other value with the hub's: the later one wins.
  private mutating func value(
    _ mine: Register,
    _ theirs: ItemState.Entry,
    of id: ItemID,
    tells: Bool
  ) -> Register {
    var mine = mine
    let isMineLater = mine.entry.supersedes(theirs)
    let isSeen = theirs.stamp == mine.base?.stamp || sent.contains(theirs.stamp)
    if tells, mine.field.isMissed, mine.value != theirs.value, !(isMineLater && isSeen) {
      tell(mine, theirs, of: id, isMineLater: isMineLater)
    }
    guard isMineLater else { return Register(theirs, isDirty: false) }
    mine.base = Register.Base(stamp: theirs.stamp, value: nil)
    return mine
  }

  private mutating func tell(
    _ mine: Register,
    _ theirs: ItemState.Entry,
    of id: ItemID,
    isMineLater: Bool
  ) {
    overwritten.append(
      OverwrittenEdit(
        item: id,
        lost: isMineLater ? theirs : mine.entry,
        won: isMineLater ? mine.entry : theirs,
        isMine: !isMineLater
      )
    )
  }

  /// Tells of the edits here that a deletion elsewhere takes along.
  private mutating func tellLosses(of item: ReplicaItem, to deletion: Stamp?) {
    guard let deletion, item.sequence != ReplicaItem.neverAcknowledged else { return }
    let told = Set(overwritten.map(\.field))
    for register in item.registers
    where register.isDirty && register.field.isMissed && !told.contains(register.field) {
      overwritten.append(
        OverwrittenEdit(
          item: item.id,
          field: register.field,
          lost: OverwrittenEdit.Value(register.value, stamp: register.stamp),
          won: OverwrittenEdit.Value(.null, stamp: deletion),
          isMine: true,
          isByDeletion: true
        )
      )
    }
  }

  /// Whether the hub may have the kept text of a register later, though its row is without it.
  private func isOnItsWay(_ register: Field) -> Bool {
    guard isPushUnanswered, let parts = KeptText.parts(of: register) else { return false }
    return sent.contains(parts.stamp)
  }

  private mutating func nextStamp() -> Stamp { clock.next(now: 0) }

  /// Keeps a text under its own stamp: whoever does so writes the same register, and a decision on
  /// it, which is later, wins.
  private mutating func keep(_ text: KeptText, in item: inout ReplicaItem) {
    let register = Register(text.register, .string(text.text), stamp: text.stamp, isDirty: true)
    if item.set(register) { kept += 1 }
  }
}

// MARK: - What was decided without knowing

extension RowMerge {
  /// Takes decisions back that were made without knowing of a text that the hub has now.
  ///
  /// They are a deletion, and a decision on a kept text: the person is to decide again.
  private func withdraw(from item: inout ReplicaItem, _ old: ReplicaItem, _ row: ItemState) {
    let hasDecision = item.registers.contains { $0.isDirty && $0.isResolvedText }
    guard hasDecision || old.isDeletionUnsynced else { return }
    let unseen = unseenTexts(of: row, old)
    for entry in row.entries where entry.isKeptText && !entry.isResolvedText {
      guard let parts = KeptText.parts(of: entry.name), unseen.contains(parts.field),
        let index = item.registers.firstIndex(where: { utf8Equal($0.field.name, entry.name) }),
        item.registers[index].isDirty, item.registers[index].isResolvedText
      else { continue }
      item.registers[index] = Register(entry, isDirty: false)
    }
    guard old.isDeletionUnsynced, item.deletion?.isDirty == true, !item.isAlive else { return }
    let hasUnseenKeptText = row.entries.contains { entry in
      entry.isKeptText && !entry.isResolvedText
        && !old.registers.contains { utf8Equal($0.field.name, entry.name) }
    }
    guard !unseen.isEmpty || hasUnseenKeptText else { return }
    item.deletion = row.deletion.map { .init(stamp: $0, isDirty: false) }
  }

  /// The fields whose text on the hub nobody had seen here.
  private func unseenTexts(of row: ItemState, _ old: ReplicaItem) -> Set<Field> {
    var unseen: Set<Field> = []
    for entry in row.entries where !sent.contains(entry.stamp) {
      let field = Field(name: entry.name)
      let mine = old.register(of: field)
      guard field.holdsText(mine?.value ?? .null, entry.value), entry.value.text != nil else {
        continue
      }
      let known = mine.map { old.isUnsynced($0) ? $0.base?.stamp : $0.stamp } ?? nil
      if entry.stamp != known, entry.stamp != mine?.stamp, entry.value != mine?.value {
        unseen.insert(field)
      }
    }
    return unseen
  }

  /// Stamps the time of the last edit above a deletion whose author did not know of a text here: the item is alive again.
  ///
  /// The texts keep their stamps. Whoever wrote in the knowledge of one of them is later than it, and stays so.
  private mutating func revive(_ item: inout ReplicaItem) {
    let hasText = item.registers.contains { register in
      register.isDirty && register.value.text != nil
        && (KeptText.parts(of: register.field) != nil
          || register.field.holdsText(register.value, .null))
    }
    guard hasText else { return }
    let stamp = nextStamp()
    let base = item.register(of: .fixed(.updated))?.base
    item.set(
      Register(
        .fixed(.updated),
        .integer(stamp.milliseconds),
        stamp: stamp,
        isDirty: true,
        base: base
      )
    )
  }

  /// Moves the oldest kept texts to lost-and-found if there are more than an item may have: it must
  /// fit into a message.
  mutating func displaceTexts(of item: inout ReplicaItem) {
    guard item.registers.contains(where: { KeptText.parts(of: $0.field) != nil }), item.isAlive
    else { return }
    var texts = item.keptTexts
    var bytes = texts.reduce(0) { $0 + $1.text.utf8.count }
    while texts.count > limits.keptTexts || bytes > limits.keptBytes {
      let text = texts.removeFirst()
      bytes -= text.text.utf8.count
      let title = text.field == .fixed(.title) ? nil : item.register(of: .fixed(.title))
      displaced.append(DisplacedText(item: item.id, title: title?.entry, text: text))
      item.set(Register(text.register, .null, stamp: nextStamp(), isDirty: true))
    }
  }
}

// MARK: - Kinds of registers

extension Field {
  /// Whether one of two values of the field is text that a person typed.
  fileprivate func holdsText(_ first: JSONValue, _ second: JSONValue) -> Bool {
    switch self {
    case .fixed(.title), .fixed(.notes): true
    case .attribute: first.string != nil || second.string != nil
    case .fixed, .tag, .blocker, .unknown: false
    }
  }

  /// The longest text that a merge may make.
  fileprivate var maxTextBytes: Int {
    self == .fixed(.notes) ? ItemLimits.notesBytes : ItemLimits.attributeBytes
  }

  /// Whether somebody misses a value of it that a later one replaced.
  fileprivate var isMissed: Bool {
    switch self {
    case .fixed(.created), .fixed(.updated), .unknown: false
    case .fixed, .tag, .attribute, .blocker: true
    }
  }
}

extension ReplicaItem {
  /// Whether that text of a field is kept beside it, and nobody has decided on it.
  fileprivate func keeps(_ field: Field, _ stamp: Stamp) -> Bool {
    registers.contains { register in
      guard register.value != .null, let parts = KeptText.parts(of: register.field) else {
        return false
      }
      return parts.stamp == stamp && parts.field == field
    }
  }
}

extension Register {
  /// Whether this is a text kept beside a field, or the decision on one.
  var isKeptText: Bool { KeptText.parts(of: field) != nil }

  /// Whether this is the decision on a kept text.
  fileprivate var isResolvedText: Bool { value == .null && isKeptText }
}

extension JSONValue {
  /// The text, unless it is empty.
  fileprivate var text: String? {
    guard let text = string, !text.isEmpty else { return nil }
    return text
  }
}

extension ItemState.Entry {
  /// Whether this is a text kept beside a field, or the decision on one.
  package var isKeptText: Bool { KeptText.parts(of: name) != nil }

  /// Whether this is the decision on a kept text.
  package var isResolvedText: Bool { value == .null && isKeptText }
}
