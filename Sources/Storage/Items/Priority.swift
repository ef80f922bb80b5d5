/// How much an item matters, from none to high.
///
/// The database stores the raw value, which does not change once shipped.
public enum Priority: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Not given.
  case none = 0
  /// Can wait.
  case low = 1
  /// Matters.
  case medium = 2
  /// Matters most.
  case high = 3

  /// Orders from `.none` up to `.high`.
  public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
}

extension Priority {
  /// The word used in files, on the wire and by the command.
  public var name: String {
    switch self {
    case .none: "none"
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }

  /// The priority with this name, or nil.
  public init?(name: some StringProtocol) {
    guard let match = Priority.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }
}

extension Priority: Codable {
  /// Reads the name.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let priority = Priority(name: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no priority's name")
    }
    self = priority
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
