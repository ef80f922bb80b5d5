/// Why a rule, or the way in which an item repeats, is refused.
public struct RepeatError: Error, Sendable, Hashable {
  /// The kind of error.
  public let code: Code

  /// What is wrong and what is accepted instead, without a full stop.
  public let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension RepeatError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension RepeatError {
  /// A kind of error; later versions may add more without breaking source.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case malformed, unknownPart, outOfBounds, contradiction, neverHappens
    }

    private let kind: Kind

    /// The code's name, for logs.
    public var description: String { kind.rawValue }

    /// The text does not have the form of a rule, a date or a value.
    public static let malformed = Code(kind: .malformed)
    /// A part that this version does not know, or that no rule has.
    public static let unknownPart = Code(kind: .unknownPart)
    /// A number or a length exceeds a limit of ``RepeatLimits``.
    public static let outOfBounds = Code(kind: .outOfBounds)
    /// Parts that contradict each other.
    public static let contradiction = Code(kind: .contradiction)
    /// The rule has no occurrence.
    public static let neverHappens = Code(kind: .neverHappens)
  }
}

extension RepeatError {
  /// Some text of others for a message: short, and on one line.
  static func excerpt(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(20) {
      let isShown = scalar.properties.isAlphabetic || (0x20...0x7E).contains(scalar.value)
      result.unicodeScalars.append(isShown ? scalar : "?")
    }
    return text.unicodeScalars.count > 20 ? result + "…" : result
  }
}
