import Storage
package import Sync

extension HubAdministration {
  /// All spaces, by name.
  package func spaces() throws(HubError) -> [SpaceSummary] {
    try transaction(.read) { tables throws(HubError) in
      let names = try stored { () throws(StorageError) -> [String] in
        let statement = try connection.prepare("SELECT space_id FROM spaces ORDER BY space_id")
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0)) }
        return names
      }
      var spaces: [SpaceSummary] = []
      for name in names { spaces.append(try summary(name)) }
      return spaces
    }
  }

  /// One space.
  ///
  /// - Throws: `notFound` if there is none of that name, `deleted` if there was.
  package func space(_ name: String) throws(HubError) -> SpaceSummary {
    try transaction(.read) { tables throws(HubError) in
      try requireSpace(name)
      return try summary(name)
    }
  }

  /// Makes a space, also one that was deleted before: that one begins a new epoch, and its devices offer it everything
  /// again.
  ///
  /// - Throws: `invalid` for a name that no space can have, or one too many; `alreadyExists`.
  package func createSpace(
    _ name: String,
    quota: SpaceQuota = SpaceQuota(),
    maxSpaces: Int = ServerLimits().spaces
  ) throws(HubError) {
    try HubAdministration.checkName(name)
    try transaction(.write) { tables throws(HubError) in
      guard try !hasSpace(name) else {
        throw HubError(.alreadyExists, "There is a space '\(name)' already.")
      }
      try stored { () throws(StorageError) in
        try tables.run("DELETE FROM deleted_spaces WHERE space_id = ?1", name)
      }
      try makeSpace(name, maxSpaces: maxSpaces)
      try store(quota, of: name)
      if quota != SpaceQuota() { try audit(quota, of: name) }
    }
  }

  /// Removes a space with all its items, and leaves a marker by which its devices are told so.
  ///
  /// Its tokens stay, since a device without one would be told nothing; they open it again if it is made anew.
  /// - Throws: `notFound` if there is none of that name, `deleted` if there was.
  package func deleteSpace(_ name: String, reason: String = "") throws(HubError) {
    try transaction(.write) { tables throws(HubError) in
      try requireSpace(name)
      try stored { () throws(StorageError) in
        for table in ["items", "commits", "devices", "spaces", "quotas"] {
          try tables.run("DELETE FROM \(table) WHERE space_id = ?1", name)
        }
        let statement = try connection.prepare(
          "INSERT INTO deleted_spaces (space_id, deleted_ms, reason) VALUES (?1, ?2, ?3)"
        )
        statement.bind(name, at: 1)
        statement.bind(environment.now(), at: 2)
        statement.bind(reason, at: 3)
        try statement.run()
      }
      try audit("space.delete", space: name, reason)
    }
  }

  /// Says what a space may hold; nil parts leave it to the server's limits.
  ///
  /// - Throws: `notFound` if there is none of that name, `deleted` if there was.
  package func setQuota(_ quota: SpaceQuota, of name: String) throws(HubError) {
    try transaction(.write) { tables throws(HubError) in
      try requireSpace(name)
      try store(quota, of: name)
      try audit(quota, of: name)
    }
  }

  // MARK: Within a transaction

  /// Checks that a space can have the name; needs no store.
  ///
  /// - Throws: `invalid` if it can not.
  package static func checkName(_ name: String) throws(HubError) {
    guard Remote.isSpaceName(name) else {
      throw HubError(.invalid, "'\(name.prefix(80))' names no space: \(Remote.spaceRule).")
    }
  }

  func hasSpace(_ name: String) throws(HubError) -> Bool {
    try number("SELECT 1 FROM spaces WHERE space_id = ?1", name) != nil
  }

  func requireSpace(_ name: String) throws(HubError) {
    if try hasSpace(name) { return }
    if try number("SELECT deleted_ms FROM deleted_spaces WHERE space_id = ?1", name) != nil {
      throw HubError(.deleted, "The space '\(name)' was deleted. 'space create' makes it anew.")
    }
    throw HubError(.notFound, "There is no space '\(name)'. 'itemshub space list' shows them all.")
  }

  func makeSpace(_ name: String, maxSpaces: Int) throws(HubError) {
    guard try number("SELECT count(*) FROM spaces WHERE space_id <> ?1", name) ?? 0 < maxSpaces
    else {
      throw HubError(
        .invalid,
        "There are \(maxSpaces) spaces, as many as the limit 'spaces' allows."
      )
    }
    if try number("SELECT deleted_ms FROM deleted_spaces WHERE space_id = ?1", name) != nil {
      throw HubError(
        .deleted,
        "The space '\(name)' was deleted. 'itemshub space create \(name)' makes it anew."
      )
    }
    try stored { () throws(StorageError) in
      try tables.run(
        "INSERT INTO spaces (space_id, epoch, head, nonce, floor) VALUES (?1, ?2, 0, 0, 0)",
        name,
        environment.randomNumber()
      )
      try tables.run(
        "INSERT INTO commits (space_id, head, nonce, made_at) VALUES (?1, 0, 0, 0)",
        name
      )
    }
    try audit("space.create", space: name)
  }

  private func audit(_ quota: SpaceQuota, of name: String) throws(HubError) {
    try audit("space.quota", space: name, "items \(quota.items.text), bytes \(quota.bytes.text)")
  }

  private func store(_ quota: SpaceQuota, of name: String) throws(HubError) {
    for limit in [quota.items, quota.bytes] where limit.map({ $0 < 0 }) ?? false {
      throw HubError(.invalid, "A quota is a number from 0.")
    }
    try stored { () throws(StorageError) in
      try tables.run("DELETE FROM quotas WHERE space_id = ?1", name)
      guard quota != SpaceQuota() else { return }
      let statement = try connection.prepare(
        "INSERT INTO quotas (space_id, max_items, max_bytes) VALUES (?1, ?2, ?3)"
      )
      statement.bind(name, at: 1)
      for (limit, place) in [(quota.items, 2), (quota.bytes, 3)] {
        if let limit { statement.bind(limit, at: place) } else { statement.bindNull(at: place) }
      }
      try statement.run()
    }
  }

  private func summary(_ name: String) throws(HubError) -> SpaceSummary {
    let now = environment.now()
    var items = try number("SELECT item_count FROM spaces WHERE space_id = ?1", name)
    var bytes = try number("SELECT byte_count FROM spaces WHERE space_id = ?1", name)
    // Not counted before the first push since the store was brought up to date.
    if items == nil || bytes == nil {
      items = try number("SELECT count(*) FROM items WHERE space_id = ?1 AND deleted = 0", name)
      let sql = "SELECT sum(length(CAST(doc AS BLOB))) FROM items WHERE space_id = ?1"
      bytes = try number(sql, name)
    }
    return SpaceSummary(
      name: name,
      usage: SpaceUsage(items: items ?? 0, bytes: bytes ?? 0),
      quota: SpaceQuota(
        items: try number("SELECT max_items FROM quotas WHERE space_id = ?1", name),
        bytes: try number("SELECT max_bytes FROM quotas WHERE space_id = ?1", name)
      ),
      head: try number("SELECT head FROM spaces WHERE space_id = ?1", name) ?? 0,
      devices: Int(try number("SELECT count(*) FROM devices WHERE space_id = ?1", name) ?? 0),
      tokens: try tokens(space: name).count { $0.isLive(at: now) },
      lastPush: try number("SELECT max(clock_ms) FROM devices WHERE space_id = ?1", name)
    )
  }

  private func number(_ sql: String, _ name: String) throws(HubError) -> Int64? {
    try stored { () throws(StorageError) in try tables.number(sql, name) }
  }
}

extension Int64? {
  /// The number, or that there is none, for the audit.
  fileprivate var text: String { map { "\($0)" } ?? "default" }
}
