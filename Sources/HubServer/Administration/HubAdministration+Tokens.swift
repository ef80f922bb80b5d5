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
    if let expires, expires <= now {
      throw HubError(.invalid, "The token's date of expiry is past. Give a later one.")
    }
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

  /// Revokes the token of that id or label; daemons refuse it within five seconds, and end its open waits.
  ///
  /// - Throws: `notFound` if no live token has it, `invalid` if several have the label.
  @discardableResult
  package func revokeToken(_ name: String) throws(HubError) -> TokenRecord {
    let now = environment.now()
    return try transaction(.write) { tables throws(HubError) in
      var token = try liveToken(name, at: now, in: tables)
      try tables.setRevoked(token.id, at: now)
      try tables.tokensChanged()
      try audit("token.revoke", space: token.space, token: token.id, in: tables)
      token.revoked = now
      return token
    }
  }

  /// Makes a token that takes another's place: both are good until the old one's time is over.
  ///
  /// The old one is good for the time given, or ends sooner if it would anyway.
  /// - Returns: The token, whose text is never to be had again.
  /// - Throws: `notFound` if no live token has the id or label, `invalid` if several have the label,
  ///   `alreadyExists` if its label has two live tokens already.
  package func rotateToken(
    _ name: String,
    keepsOldFor grace: Duration = .seconds(7 * 86_400)
  ) throws(HubError) -> NewToken {
    let now = environment.now()
    return try transaction(.write) { tables throws(HubError) in
      let old = try liveToken(name, at: now, in: tables)
      let others = try live(at: now, in: tables).filter {
        !old.label.isEmpty && $0.space == old.space && $0.label == old.label
      }
      guard others.count < 2 else {
        throw HubError(
          .alreadyExists,
          "Another token has replaced this one already. Revoke one of the two: "
            + others.map(\.id).joined(separator: ", ")
        )
      }
      let end = now + max(0, grace.components.seconds) * 1_000
      try tables.setExpiry(old.id, min(old.expires ?? end, end))
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
        token: old.id,
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

  func makeID() -> String {
    let alphabet = TokenRecord.idAlphabet
    let bytes = environment.randomBytes(TokenRecord.idLength)
      .map { alphabet[Int($0) % alphabet.count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func live(
    at now: Int64,
    in tables: any AdministrationTransaction
  ) throws(HubError) -> [TokenRecord] {
    try tables.tokens().filter { $0.isLive(at: now) }
  }

  /// The token of an id, which comes first, or of a label that no other has.
  private func liveToken(
    _ name: String,
    at now: Int64,
    in tables: any AdministrationTransaction
  ) throws(HubError) -> TokenRecord {
    let live = try live(at: now, in: tables)
    if let token = live.first(where: { $0.id == name }) { return token }
    let labelled = live.filter { !name.isEmpty && $0.label == name }
    guard labelled.count < 2 else {
      let list = labelled.map { "\($0.id) of '\($0.space)'" }.joined(separator: ", ")
      throw HubError(
        .invalid,
        "Several valid tokens have the label '\(name)': \(list). Give an id."
      )
    }
    guard let token = labelled.first else {
      throw HubError(
        .notFound,
        "No valid token has this id or label. 'itemshub token list' shows them all."
      )
    }
    return token
  }

  /// Checks that a token can have the label; needs no store.
  ///
  /// - Throws: `invalid` if it can not.
  package static func checkLabel(_ label: String) throws(HubError) {
    guard TokenRecord.isLabel(label) else {
      throw HubError(.invalid, "A label is at most 100 bytes long, without control characters.")
    }
  }
}
