/// What a hub keeps of a token; the token itself is not among it.
package struct TokenRecord: Sendable, Equatable {
  /// Names the token in lists and logs; eight small letters and digits.
  package var id: String
  /// The SHA-256 of the token's text.
  package var hash: [UInt8]
  /// The one space that it opens.
  package var space: String
  /// What it lets its bearer do there.
  package var scope: TokenScope
  /// Whose it is, in an administrator's words; may be empty.
  package var label: String
  /// When it was made, in milliseconds since 1970.
  package var created: Int64
  /// From when on it is no good, in milliseconds since 1970; nil for never.
  package var expires: Int64?
  /// The hour of its last use, in milliseconds since 1970; nil before the first.
  package var lastUsed: Int64?
  /// When it was revoked, in milliseconds since 1970; nil while it is good.
  package var revoked: Int64?

  package init(
    id: String,
    hash: [UInt8],
    space: String,
    scope: TokenScope,
    label: String = "",
    created: Int64,
    expires: Int64? = nil,
    lastUsed: Int64? = nil,
    revoked: Int64? = nil
  ) {
    self.id = id
    self.hash = hash
    self.space = space
    self.scope = scope
    self.label = label
    self.created = created
    self.expires = expires
    self.lastUsed = lastUsed
    self.revoked = revoked
  }

  /// Whether it opens its space at a time in milliseconds since 1970.
  package func isLive(at now: Int64) -> Bool {
    revoked == nil && expires.map { now < $0 } ?? true
  }
}

/// A token that was just made: the only time that its text is known.
package struct NewToken: Sendable {
  /// The text to be shown once, and typed on the device.
  package let text: String
  /// What the hub keeps.
  package let record: TokenRecord

  package init(text: String, record: TokenRecord) {
    self.text = text
    self.record = record
  }
}
