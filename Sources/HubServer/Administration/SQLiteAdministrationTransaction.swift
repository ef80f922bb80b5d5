import Storage
import Sync

/// An administrator's transaction that is open on a connection.
struct SQLiteAdministrationTransaction: AdministrationTransaction {
  let connection: Connection

  private var tables: ServerTables { ServerTables(connection: connection) }

  // MARK: Spaces

  func spaceNames() throws(HubError) -> [String] {
    try stored { () throws(StorageError) in
      let statement = try connection.prepare("SELECT space_id FROM spaces ORDER BY space_id")
      var names: [String] = []
      while try statement.step() { names.append(statement.text(0)) }
      return names
    }
  }

  func spaceCount() throws(HubError) -> Int {
    try stored { () throws(StorageError) in
      Int(try connection.integer("SELECT count(*) FROM spaces") ?? 0)
    }
  }

  func space(_ name: String) throws(HubError) -> HubSpace? {
    try stored { () throws(StorageError) in
      let statement = try connection.prepare(HubSpace.select)
      statement.bind(name, at: 1)
      return try statement.step() ? HubSpace(row: statement) : nil
    }
  }

  func isDeleted(_ name: String) throws(HubError) -> Bool {
    try number("SELECT deleted_ms FROM deleted_spaces WHERE space_id = ?1", name) != nil
  }

  func summary(_ name: String) throws(HubError) -> SpaceSummary? {
    guard let space = try space(name) else { return nil }
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
      head: space.head,
      devices: Int(try number("SELECT count(*) FROM devices WHERE space_id = ?1", name) ?? 0),
      tokens: 0,
      lastPush: try number("SELECT max(clock_ms) FROM devices WHERE space_id = ?1", name),
      frozenSince: try number("SELECT frozen_ms FROM spaces WHERE space_id = ?1", name)
    )
  }

  func makeSpace(_ name: String, epoch: Int64) throws(HubError) {
    try stored { () throws(StorageError) in
      try tables.run(
        "INSERT INTO spaces (space_id, epoch, head, nonce, floor) VALUES (?1, ?2, 0, 0, 0)",
        name,
        epoch
      )
      try tables.run(
        "INSERT INTO commits (space_id, head, nonce, made_at) VALUES (?1, 0, 0, 0)",
        name
      )
    }
  }

  func deleteSpace(_ name: String, at now: Int64, reason: String) throws(HubError) {
    try stored { () throws(StorageError) in
      for table in ["items", "commits", "devices", "spaces", "quotas"] {
        try tables.run("DELETE FROM \(table) WHERE space_id = ?1", name)
      }
      let statement = try connection.prepare(
        "INSERT INTO deleted_spaces (space_id, deleted_ms, reason) VALUES (?1, ?2, ?3)"
      )
      statement.bind(name, at: 1)
      statement.bind(now, at: 2)
      statement.bind(reason, at: 3)
      try statement.run()
    }
  }

  func forgetDeletion(of name: String) throws(HubError) {
    try stored { () throws(StorageError) in
      try tables.run("DELETE FROM deleted_spaces WHERE space_id = ?1", name)
    }
  }

  func setQuota(_ quota: SpaceQuota, of name: String) throws(HubError) {
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

  func setFrozen(_ time: Int64?, _ name: String) throws(HubError) {
    try stored { () throws(StorageError) in
      let statement = try connection.prepare(
        "UPDATE spaces SET frozen_ms = ?2 WHERE space_id = ?1"
      )
      statement.bind(name, at: 1)
      if let time { statement.bind(time, at: 2) } else { statement.bindNull(at: 2) }
      try statement.run()
    }
  }

  // MARK: Tokens and audit

  func tokens() throws(HubError) -> [TokenRecord] {
    try stored { () throws(StorageError) in try tables.tokens() }
  }

  func add(_ token: TokenRecord) throws(HubError) {
    try stored { () throws(StorageError) in try tables.add(token) }
  }

  func setRevoked(_ id: String, at now: Int64) throws(HubError) {
    try stored { () throws(StorageError) in try tables.setRevoked(id, at: now) }
  }

  func setExpiry(_ id: String, _ time: Int64) throws(HubError) {
    try stored { () throws(StorageError) in try tables.setExpiry(id, time) }
  }

  func tokensChanged() throws(HubError) {
    try stored { () throws(StorageError) in try tables.tokensChanged() }
  }

  func add(_ entry: AuditEntry) throws(HubError) {
    try stored { () throws(StorageError) in try tables.add(entry) }
  }

  func audit(limit: Int) throws(HubError) -> [AuditEntry] {
    try stored { () throws(StorageError) in try tables.audit(limit: limit) }
  }

  // MARK: Errors and numbers

  func number(_ sql: String, _ name: String) throws(HubError) -> Int64? {
    try stored { () throws(StorageError) in try tables.number(sql, name) }
  }

  /// Turns an error of the file into the hub's.
  func stored<Value>(_ body: () throws(StorageError) -> Value) throws(HubError) -> Value {
    do throws(StorageError) {
      return try body()
    } catch {
      throw HubError(error)
    }
  }
}
