#if Hub
/// The deadlines of a loop's connections, at most one each: a queue for each kind.
///
/// All deadlines of a kind are equally far away when they are set, so each queue is in order by itself: setting, moving
/// and clearing take a few instructions, nothing is sorted, and without deadlines nothing wakes up.
struct DeadlineQueues {
  /// What happens when the time has come.
  enum Kind: UInt8, CaseIterable {
    case handshake, head, idle, body, bodyExtension, write, linger
  }

  private struct Link {
    var kind: Kind?
    var deadline: UInt64 = 0
    var previous: Int32 = -1
    var next: Int32 = -1
  }

  private struct Queue {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  private let durations: [UInt64]
  private var links: [Link] = []
  private var queues = [Queue](repeating: Queue(), count: Kind.allCases.count)

  /// - Parameter duration: How far away the deadlines of a kind are, in nanoseconds.
  init(duration: (Kind) -> UInt64) { durations = Kind.allCases.map(duration) }

  /// Sets the slot's deadline, instead of the one before.
  mutating func set(_ kind: Kind, for slot: Int, now: UInt64) {
    if slot >= links.count {
      links += [Link](repeating: Link(), count: slot + 1 - links.count)
    }
    clear(slot)
    let row = Int(kind.rawValue)
    let last = queues[row].last
    links[slot] = Link(kind: kind, deadline: now &+ durations[row], previous: last)
    if last >= 0 { links[Int(last)].next = Int32(slot) } else { queues[row].first = Int32(slot) }
    queues[row].last = Int32(slot)
  }

  /// The kind of the slot's deadline, if it has one.
  func kind(of slot: Int) -> Kind? { slot < links.count ? links[slot].kind : nil }

  /// Clears the slot's deadline.
  mutating func clear(_ slot: Int) {
    guard slot < links.count, let kind = links[slot].kind else { return }
    let (previous, next) = (links[slot].previous, links[slot].next)
    let row = Int(kind.rawValue)
    if previous >= 0 { links[Int(previous)].next = next } else { queues[row].first = next }
    if next >= 0 { links[Int(next)].previous = previous } else { queues[row].last = previous }
    links[slot] = Link()
  }

  /// The time of the next deadline.
  var next: UInt64? {
    queues.compactMap { $0.first >= 0 ? links[Int($0.first)].deadline : nil }.min()
  }

  /// Takes out a slot whose deadline has come.
  mutating func expired(at now: UInt64) -> (slot: Int, kind: Kind)? {
    for kind in Kind.allCases {
      let first = queues[Int(kind.rawValue)].first
      guard first >= 0, links[Int(first)].deadline <= now else { continue }
      clear(Int(first))
      return (Int(first), kind)
    }
    return nil
  }
}
#endif
