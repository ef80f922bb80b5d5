import Storage
import Sync

/// Knows the greatest stamp of each register that sync has taken off a device's hands.
///
/// A value is the device's own affair while it is marked as unacknowledged: it stays so, or an edit
/// takes its place. From the moment the mark goes, the hub has to have it or something greater.
struct Oracle {
  /// The names of the registers that people edit; any other counts with the last.
  private static let names =
    (ProgramVersion.newer.fields
    + [ProgramVersion.occurrence, ProgramVersion.textAttribute, .fixed(.updated)]
    + [.fixed(.repeat), .fixed(.occurrence), .fixed(.start)]).map(\.name)
    + ["#deletion", "#other"]

  static let deletion = names.count - 2

  private var settled: [Stamp?]
  /// The greatest stamp that the hub was ever sent of each item.
  private var sent: [Stamp?] = Array(repeating: nil, count: 64)
  /// The same as it was when the item was purged.
  private var buried: [Stamp?] = Array(repeating: nil, count: 64)
  /// What was written under each stamp.
  private var written: [Stamp: [ItemState.Entry]] = [:]

  init() { settled = Array(repeating: nil, count: 64 * Oracle.names.count) }

  /// Where the books have a register; nil for one that nobody edits.
  static func place(of name: String) -> Int? { names.firstIndex { utf8Equal($0, name) } }

  static func name(of place: Int) -> String { names[place] }

  /// Notes one edit; returns whether its stamp was never issued before.
  mutating func issue(_ stamp: Stamp, for item: ReplicaItem) -> Bool {
    let entries = item.registers.filter { $0.stamp == stamp }.map(\.entry)
    return written.updateValue(entries, forKey: stamp) == nil
  }

  /// Whether a register holds what was written under its stamp, as far as that is known.
  func isAsWritten(_ entry: ItemState.Entry) -> Bool {
    guard let entries = written[entry.stamp] else { return true }
    return entries.contains { utf8Equal($0.name, entry.name) && $0.value == entry.value }
  }

  /// Notes what the hub is sent.
  mutating func note(_ change: PushChange) {
    guard let stamp = change.state.maxStamp else { return }
    let item = Int(change.id.low & 63)
    sent[item] = max(sent[item] ?? stamp, stamp)
  }

  /// From now on the hub has to have that stamp or a greater one.
  ///
  /// An acknowledgement may come so late that the item has been purged meanwhile.
  mutating func settle(_ item: Int, _ register: Int, _ stamp: Stamp) {
    if let buried = buried[item], stamp <= buried { return }
    let place = item * Oracle.names.count + register
    settled[place] = max(settled[place] ?? stamp, stamp)
  }

  /// A delete was withdrawn, since it did not know of a text: after a restore that of an earlier delete, too.
  mutating func withdrawDelete(of item: Int) {
    settled[item * Oracle.names.count + Oracle.deletion] = nil
  }

  /// The item was purged: what it was is over.
  mutating func forget(_ item: Int) {
    buried[item] = sent[item]
    for register in Oracle.names.indices { settled[item * Oracle.names.count + register] = nil }
  }

  /// Hands over everything that the hub has to have.
  func forEachSettled(_ body: (_ item: Int, _ register: Int, _ stamp: Stamp) throws -> Void)
    rethrows
  {
    for (place, stamp) in settled.enumerated() {
      guard let stamp else { continue }
      try body(place / Oracle.names.count, place % Oracle.names.count, stamp)
    }
  }
}
