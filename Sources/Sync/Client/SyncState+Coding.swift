// The engine's durable state as bytes: canonical JSON. Does not change once shipped.
//
// | member    | type    | meaning                                                             |
// | `v`       | 1       | the version of this table                                           |
// | `remote`  | text    | how hub and space were last reached                                 |
// | `dev`     | integer | the store's name on the hub                                         |
// | `ses`, `n` | integer | the session, and its last push                                     |
// | `sent`    | text    | see SentStamps.swift; left out if none                              |
// | `open`    | true    | the last push was not answered; left out otherwise                  |
// | `cur`     | integer | the store has every row up to this sequence number                  |
// | `tok`     | object  | the last commit seen; left out before the first reply               |
// | `boot`    | boolean | whether the copy is being built                                     |
// | `bfloor`  | integer | the floor of the bootstrap's first page; left out if there is none  |
// | `bhead`   | integer | the head of the bootstrap's first page; left out if there is none   |
// | `again`   | true    | the next run reads every row again; left out otherwise              |
// | `reset`   | text    | `union` or `authoritative`; left out if neither is under way        |
// | `batch`   | integer | the most changes to push at once; left out if the hub refused none  |
// | `quar`    | false   | nothing is in quarantine; left out if something may be              |
// | `at`      | integer | when a sync last ended, ms since 1970; left out before the first    |
// | `refused` | object  | `why`, a code of SyncError, `at` in ms since 1970; left out if not  |

package import Storage

extension SyncState {
  /// The state in its stored form.
  package var bytes: [UInt8] {
    var members: JSONObject = [
      "v": 1,
      "remote": .string(remote),
      "dev": .integer(device),
      "ses": .integer(session),
      "n": .integer(counter),
      "cur": .integer(cursor),
      "boot": .bool(isBootstrapping),
    ]
    members["tok"] = token?.json
    members["bfloor"] = bootstrapFloor.map { .integer($0) }
    members["bhead"] = bootstrapHead.map { .integer($0) }
    if readsAgain { members["again"] = true }
    members["reset"] = reset.map { .string($0.name) }
    members["batch"] = batch.map { .integer(Int64($0)) }
    if !sent.isEmpty { members["sent"] = .string(sent.text) }
    if isPushUnanswered { members["open"] = true }
    if !mayHaveQuarantine { members["quar"] = false }
    members["at"] = lastSync.map { .integer($0) }
    members["refused"] = refusal.map {
      .object(["why": .string($0.code.description), "at": .integer($0.since.millisecondsSince1970)])
    }
    return JSONValue.object(members).canonicalBytes
  }

  /// Reads what ``bytes`` wrote.
  ///
  /// - Throws: A ``StorageError`` with code `damaged`, or `laterVersion`.
  package init(bytes: [UInt8]) throws(StorageError) {
    do throws(WireError) {
      let object = try WireObject(bytes: bytes)
      guard try object.integer("v") == 1 else { throw WireError(SyncState.laterVersion) }
      try self.init(object)
    } catch {
      throw StorageError(
        error.message == SyncState.laterVersion ? .laterVersion : .damaged,
        "The state of sync in the store cannot be read: \(error.message)",
        cause: error
      )
    }
  }

  private static let laterVersion = "it was written by a later version."

  private init(_ object: WireObject) throws(WireError) {
    self.init(
      remote: try object.string("remote"),
      device: try object.natural("dev"),
      session: try object.natural("ses")
    )
    counter = try object.natural("n")
    cursor = try object.natural("cur")
    isBootstrapping = try object.bool("boot")
    token = try object.optional("tok").map(SyncToken.init(wire:))
    if object.optional("bfloor") != nil { bootstrapFloor = try object.natural("bfloor") }
    if object.optional("bhead") != nil { bootstrapHead = try object.natural("bhead") }
    if object.optional("batch") != nil { batch = max(1, Int(try object.natural("batch"))) }
    readsAgain = object.optional("again") == true
    if object.optional("sent") != nil {
      guard let sent = SentStamps(text: try object.string("sent")) else {
        throw WireError("'sent' is not a list of stamps.")
      }
      self.sent = sent
    }
    isPushUnanswered = object.optional("open") == true
    mayHaveQuarantine = object.optional("quar") != false
    if object.optional("at") != nil { lastSync = try object.natural("at") }
    refusal = try object.optional("refused").flatMap(SyncRefusal.init(wire:))
    if object.optional("reset") != nil {
      let name = try object.string("reset")
      reset = SyncReset.allCases.first { $0.name == name }
    }
  }
}
