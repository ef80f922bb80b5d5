/// Why there is no response.
public struct NetworkError: Error, Sendable, CustomStringConvertible {
  /// A kind of error; later versions may add more without breaking source.
  public struct Code: Sendable, Hashable {
    private enum Kind {
      case unreachable, cancelled, noRemote, notBuiltIn, untrusted, invalidAnswer
    }

    private let kind: Kind

    /// No complete response came; trying again may help.
    public static let unreachable = Code(kind: .unreachable)
    /// The task was cancelled.
    public static let cancelled = Code(kind: .cancelled)
    /// No hub was chosen.
    public static let noRemote = Code(kind: .noRemote)
    /// This program was built without the support that the hub's address needs.
    public static let notBuiltIn = Code(kind: .notBuiltIn)
    /// The server cannot prove that it is the hub.
    public static let untrusted = Code(kind: .untrusted)
    /// The response is not from a hub, and trying again would not help.
    public static let invalidAnswer = Code(kind: .invalidAnswer)

    private init(kind: Kind) { self.kind = kind }

    /// Whether trying again may help.
    package var isTransient: Bool { kind == .unreachable }
  }

  /// The kind of error.
  public var code: Code
  /// A sentence for a person.
  public var message: String
  /// The underlying error, if there is one.
  public var cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message.
  public var description: String { message }
}
