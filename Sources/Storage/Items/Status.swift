/// Whether an item is open, done or cancelled.
///
/// The database stores the raw value, which does not change once shipped.
public enum Status: Int, Sendable, Hashable, CaseIterable {
  /// Still to do.
  case open = 0
  /// Finished.
  case done = 1
  /// Given up.
  case cancelled = 2
}

extension Status {
  /// The word used in files, on the wire and by the command.
  public var name: String {
    switch self {
    case .open: "open"
    case .done: "done"
    case .cancelled: "cancelled"
    }
  }

  /// The status with this name, or nil.
  public init?(name: some StringProtocol) {
    guard let match = Status.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }
}

extension Status: Codable {
  /// Reads the name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let status = Status(name: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no status's name")
    }
    self = status
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
