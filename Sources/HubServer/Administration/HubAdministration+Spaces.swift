import Storage
package import Sync

extension HubAdministration {
  /// All spaces, by name.
  package func spaces() throws(HubError) -> [SpaceSummary] {
    try transaction(.read) { tables throws(HubError) in
      let tokens = try tables.tokens()
      var spaces: [SpaceSummary] = []
      for name in try tables.spaceNames() {
        if let space = try tables.summary(name) { spaces.append(withTokens(space, tokens)) }
      }
      return spaces
    }
  }

  /// One space.
  ///
  /// - Throws: `notFound` if there is none of that name, `deleted` if there was.
  package func space(_ name: String) throws(HubError) -> SpaceSummary {
    try transaction(.read) { tables throws(HubError) in
      try requireSpace(name, in: tables)
      guard let space = try tables.summary(name) else { throw HubAdministration.noSpace(name) }
      return withTokens(space, try tables.tokens())
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
      guard try tables.space(name) == nil else {
        throw HubError(.alreadyExists, "There is a space '\(name)' already.")
      }
      try tables.forgetDeletion(of: name)
      try makeSpace(name, maxSpaces: maxSpaces, in: tables)
      try store(quota, of: name, in: tables)
      if quota != SpaceQuota() { try audit(quota, of: name, in: tables) }
    }
  }

  /// Removes a space with all its items, and leaves a marker by which its devices are told so.
  ///
  /// Its tokens stay, since a device without one would be told nothing; they open it again if it is made anew.
  /// - Throws: `notFound` if there is none of that name, `deleted` if there was.
  package func deleteSpace(_ name: String, reason: String = "") throws(HubError) {
    try transaction(.write) { tables throws(HubError) in
      try requireSpace(name, in: tables)
      try tables.deleteSpace(name, at: environment.now(), reason: reason)
      try audit("space.delete", space: name, reason, in: tables)
    }
  }

  /// Freezes a space, so that pushes are refused and pulls are answered, or thaws it.
  ///
  /// Once a space is frozen, every push either was committed before or is refused, by each daemon.
  /// - Returns: Whether that changes anything.
  /// - Throws: `notFound` if there is none of that name, `deleted` if there was.
  @discardableResult
  package func setFrozen(_ isFrozen: Bool, _ name: String) throws(HubError) -> Bool {
    try transaction(.write) { tables throws(HubError) in
      try requireSpace(name, in: tables)
      guard try tables.space(name)?.isFrozen != isFrozen else { return false }
      try tables.setFrozen(isFrozen ? environment.now() : nil, name)
      try audit(isFrozen ? "space.freeze" : "space.thaw", space: name, in: tables)
      return true
    }
  }

  /// Says what a space may hold; nil parts leave it to the server's limits.
  ///
  /// - Throws: `notFound` if there is none of that name, `deleted` if there was.
  package func setQuota(_ quota: SpaceQuota, of name: String) throws(HubError) {
    try transaction(.write) { tables throws(HubError) in
      try requireSpace(name, in: tables)
      try store(quota, of: name, in: tables)
      try audit(quota, of: name, in: tables)
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

  func requireSpace(
    _ name: String,
    in tables: any AdministrationTransaction
  ) throws(HubError) {
    if try tables.space(name) != nil { return }
    if try tables.isDeleted(name) {
      throw HubError(.deleted, "The space '\(name)' was deleted. 'space create' makes it again.")
    }
    throw HubAdministration.noSpace(name)
  }

  private static func noSpace(_ name: String) -> HubError {
    HubError(.notFound, "There is no space '\(name)'. 'itemshub space list' shows them all.")
  }

  /// Makes a space that is missing.
  func makeSpace(
    _ name: String,
    maxSpaces: Int,
    in tables: any AdministrationTransaction
  ) throws(HubError) {
    guard try tables.spaceCount() < maxSpaces else {
      throw HubError(
        .invalid,
        "There are \(maxSpaces) spaces, as many as the limit 'spaces' allows."
      )
    }
    if try tables.isDeleted(name) {
      throw HubError(
        .deleted,
        "The space '\(name)' was deleted. 'itemshub space create \(name)' makes it again."
      )
    }
    try tables.makeSpace(name, epoch: environment.randomNumber())
    try audit("space.create", space: name, in: tables)
  }

  private func audit(
    _ quota: SpaceQuota,
    of name: String,
    in tables: any AdministrationTransaction
  ) throws(HubError) {
    try audit(
      "space.quota",
      space: name,
      "items \(quota.items.text), bytes \(quota.bytes.text)",
      in: tables
    )
  }

  private func store(
    _ quota: SpaceQuota,
    of name: String,
    in tables: any AdministrationTransaction
  ) throws(HubError) {
    for limit in [quota.items, quota.bytes] where limit.map({ $0 < 0 }) ?? false {
      throw HubError(.invalid, "A quota is a number from 0.")
    }
    try tables.setQuota(quota, of: name)
  }

  private func withTokens(_ space: SpaceSummary, _ tokens: [TokenRecord]) -> SpaceSummary {
    let now = environment.now()
    var space = space
    space.tokens = tokens.count { $0.space == space.name && $0.isLive(at: now) }
    return space
  }
}

extension Int64? {
  /// The number, or that there is none, for the audit.
  fileprivate var text: String { map { "\($0)" } ?? "default" }
}
