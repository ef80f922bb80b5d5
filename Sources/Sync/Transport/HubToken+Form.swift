// What a token says of itself: its form is told in HubTokenFormat.swift.

extension HubToken {
  /// What a token is as far as its text says.
  package enum Form: Sendable, Equatable {
    /// It has the form of `itemshub` and the right checksum.
    case checked
    /// It begins as those of `itemshub` do, but has another length: a part of it is missing, or more was pasted.
    case wrongLength(Int)
    /// It has the form of `itemshub` and another checksum: a typing error.
    case wrongChecksum
    /// It is of another kind, of which nothing is known here.
    case foreign
  }

  /// Whether the text can be a token of `itemshub`; no hub need be asked for that.
  package var form: Form {
    guard text.hasPrefix(HubTokenFormat.prefix) else { return .foreign }
    let count = text.utf8.count
    guard count == HubTokenFormat.length else { return .wrongLength(count) }
    return HubTokenFormat.read(text) == .wellFormed ? .checked : .wrongChecksum
  }

  /// Throws code `unauthorized` for a token that no hub would take; `origin` says where it comes from.
  package func checkForm(_ origin: String) throws(SyncError) {
    switch form {
    case .checked, .foreign: break
    case .wrongLength(let count):
      let length = HubTokenFormat.length
      throw SyncError(
        .unauthorized,
        "\(origin) is not complete: it has \(count) characters, and all tokens that begin with 'ith_' "
          + "have \(length)."
      )
    case .wrongChecksum:
      throw SyncError(
        .unauthorized,
        "\(origin) has a typing error: its last six characters do not fit the others."
      )
    }
  }
}
