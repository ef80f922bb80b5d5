// Registers in messages. Does not change once shipped.
//
// | member | type   | meaning                                                             |
// | `t`    | stamp  | the stamp of every register that `ft` does not name                 |
// | `f`    | object | name → value of each register                                       |
// | `ft`   | object | name → stamp, for registers whose stamp is not `t`; left out if none |
// | `d`    | stamp  | when the item was deleted; left out if it never was                 |
//
// `t` is the stamp that most registers have (the greatest of several such), and stands even where
// there are no registers, as the zero stamp. Names are of any later version; values are kept as
// they came.

package import Storage

extension ItemState {
  /// The state as an object of its own, as conflicts keep it.
  package var json: JSONValue {
    var members = JSONObject()
    write(to: &members)
    return .object(members)
  }

  func write(to members: inout JSONObject) {
    let base = commonStamp
    var exceptions = JSONObject()
    for entry in entries where entry.stamp != base {
      exceptions[entry.name] = .string(entry.stamp.text)
    }
    members["t"] = .string(base.text)
    members["f"] = .object(JSONObject(entries.lazy.map { ($0.name, $0.value) }))
    if !exceptions.isEmpty { members["ft"] = .object(exceptions) }
    if let deletion { members["d"] = .string(deletion.text) }
  }

  init(_ object: WireObject) throws(WireError) {
    let base = try Stamp(wire: object.value("t"))
    let fields = try object.object("f")
    let exceptions = try object.optional("ft").map(WireObject.init)
    var entries: [Entry] = []
    entries.reserveCapacity(fields.count)
    for (name, value) in fields {
      let stamp = try exceptions?.optional(name).map(Stamp.init(wire:)) ?? base
      entries.append(Entry(name, value, stamp: stamp))
    }
    let deletion = try object.optional("d").map(Stamp.init(wire:))
    self.init(ordered: entries, deletion: deletion)
  }

  /// The stamp that most registers have; the greatest of several such.
  private var commonStamp: Stamp {
    var best = Stamp(time: 0, node: 0)
    var most = 0
    var run = 0
    var last: Stamp?
    for stamp in entries.map(\.stamp).sorted() {
      run = stamp == last ? run + 1 : 1
      last = stamp
      if run >= most { (best, most) = (stamp, run) }
    }
    return best
  }
}

extension Stamp {
  init(wire value: JSONValue) throws(WireError) {
    guard case .string(let text) = value, let stamp = Stamp(text: text) else {
      throw WireError("A stamp is not 26 digits of base 32.")
    }
    self = stamp
  }
}

extension ItemID {
  init(wire value: JSONValue) throws(WireError) {
    guard case .string(let text) = value, let id = ItemID(text) else {
      throw WireError("An item's id is not a UUID.")
    }
    self = id
  }
}
