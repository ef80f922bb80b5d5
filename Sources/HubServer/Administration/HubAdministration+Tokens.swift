import Storage
package import Sync

extension HubAdministration {
  /// Makes a token, and its space with the first one.
  ///
  /// It is good for ever, or until `expires` in milliseconds since 1970; there may be `maxSpaces` spaces.
  /// - Returns: The token, whose text is never to be had again.
  /// - Throws: `invalid` for a name that no space can have or a time that is over, `deleted` for a space that was
  ///   deleted, `alreadyExists` for a label that a live token of the space has.
  package func createToken(
    space: String,
    scope: TokenScope = .write,
    label: String = "",
    expires: Int64? = nil,
    maxSpaces: Int = ServerLimits().spaces
  ) throws(HubError) -> NewToken {
    try HubAdministration.checkName(space)
    try HubAdministration.checkLabel(label)
    let now = environment.now()
    if let expires, expires <= now { throw HubError(.invalid, "The token would be over already.") }
    return try transaction(.write) { tables throws(HubError) in
      if try tables.space(space) == nil { try makeSpace(space, maxSpaces: maxSpaces, in: tables) }
      if !label.isEmpty,
        try live(at: now, in: tables).contains(where: { $0.space == space && $0.label == label })
      {
        throw HubError(
          .alreadyExists,
          "The space '\(space)' has a token with this label. Rotate or revoke it, or give another label."
        )
      }
      let token = try add(
        space: space,
        scope: scope,
        label: label,
        expires: expires,
        at: now,
        in: tables
      )
      try audit(
        "token.create",
        space: space,
        token: token.record.id,
        "scope \(scope.rawValue)",
        in: tables
      )
      return token
    }
  }

  /// All tokens, or those of a space, revoked and expired ones included.
  package func tokens(space: String? = nil) throws(HubError) -> [TokenRecord] {
    let all = try transaction(.read) { tables throws(HubError) in try tables.tokens() }
    return all.filter { space == nil || $0.space == space }
  }

  /// Revokes a token; daemons refuse it within five seconds, and end its open waits.
  ///
  /// - Throws: `notFound` if no live token has the id.
  @discardableResult
  package func revokeToken(_ id: String) throws(HubError) -> TokenRecord {
    let now = environment.now()
    return try transaction(.write) { tables throws(HubError) in
      var token = try liveToken(id, at: now, in: tables)
      try tables.setRevoked(id, at: now)
      try tables.tokensChanged()
      try audit("token.revoke", space: token.space, token: id, in: tables)
      token.revoked = now
      return token
    }
  }

  /// Makes a token that takes another's place: both are good until the old one's time is over.
  ///
  /// The old one is good for the time given, or ends sooner if it would anyway.
  /// - Returns: The token, whose text is never to be had again.
  /// - Throws: `notFound` if no live token has the id, `alreadyExists` if its label has two live tokens already.
  package func rotateToken(
    _ id: String,
    keepsOldFor grace: Duration = .seconds(7 * 86_400)
  ) throws(HubError) -> NewToken {
    let now = environment.now()
    return try transaction(.write) { tables throws(HubError) in
      let old = try liveToken(id, at: now, in: tables)
      let others = try live(at: now, in: tables).filter {
        !old.label.isEmpty && $0.space == old.space && $0.label == old.label
      }
      guard others.count < 2 else {
        throw HubError(
          .alreadyExists,
          "A token takes this one's place already. Revoke one of the two: "
            + others.map(\.id).joined(separator: ", ")
        )
      }
      let end = now + max(0, grace.components.seconds) * 1_000
      try tables.setExpiry(id, min(old.expires ?? end, end))
      let token = try add(
        space: old.space,
        scope: old.scope,
        label: old.label,
        expires: old.expires,
        at: now,
        in: tables
      )
      try audit(
        "token.rotate",
        space: old.space,
        token: id,
        "new \(token.record.id)",
        in: tables
      )
      return token
    }
  }

  private func add(
    space: String,
    scope: TokenScope,
    label: String,
    expires: Int64?,
    at now: Int64,
    in tables: any AdministrationTransaction
  ) throws(HubError) -> NewToken {
    let text = HubTokenFormat.text(of: environment.randomBytes(HubTokenFormat.randomBytes))
    let record = TokenRecord(
      id: makeID(),
      hash: environment.sha256(Array(text.utf8)),
      space: space,
      scope: scope,
      label: label,
      created: now,
      expires: expires
    )
    try tables.add(record)
    try tables.tokensChanged()
    return NewToken(text: text, record: record)
  }

  /// Eight small letters and digits, without those that are taken for one another.
  private func makeID() -> String {
    let alphabet = Array("23456789abcdefghjkmnpqrstuvwxyz".utf8)
    let bytes = environment.randomBytes(8).map { alphabet[Int($0) % alphabet.count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func live(
    at now: Int64,
    in tables: any AdministrationTransaction
  ) throws(HubError) -> [TokenRecord] {
    try tables.tokens().filter { $0.isLive(at: now) }
  }

  private func liveToken(
    _ id: String,
    at now: Int64,
    in tables: any AdministrationTransaction
  ) throws(HubError) -> TokenRecord {
    guard let token = try live(at: now, in: tables).first(where: { $0.id == id }) else {
      throw HubError(.notFound, "No live token has this id. 'itemshub token list' shows them all.")
    }
    return token
  }

  /// Checks that a token can have the label; needs no store.
  ///
  /// - Throws: `invalid` if it can not.
  package static func checkLabel(_ label: String) throws(HubError) {
    let isPlain = label.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) }
    guard label.utf8.count <= 100, isPlain else {
      throw HubError(.invalid, "A label is at most 100 bytes long, without control characters.")
    }
  }
}
