/// Why a hub could not answer: a code to decide on and a message to show.
public struct HubError: Error, Sendable, CustomStringConvertible {
  /// A kind of error; later versions may add more without breaking source.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case cannotOpen, missing, notAHub, laterVersion, damaged, busy, full, inputOutput, malformed
      case deleted, frozen, quota, notFound, alreadyExists, invalid, unreachable
    }

    private let kind: Kind

    /// The code's name, for logs.
    public var description: String { kind.rawValue }

    /// The file cannot be opened or created.
    public static let cannotOpen = Code(kind: .cannotOpen)
    /// The file is missing or empty, and was not to be created.
    public static let missing = Code(kind: .missing)
    /// The file is not a hub.
    public static let notAHub = Code(kind: .notAHub)
    /// The file was written by a later version of this library.
    public static let laterVersion = Code(kind: .laterVersion)
    /// The file's contents are damaged.
    public static let damaged = Code(kind: .damaged)
    /// Another process held the file for longer than the timeout.
    public static let busy = Code(kind: .busy)
    /// The disk is full.
    public static let full = Code(kind: .full)
    /// Reading or writing the file failed.
    public static let inputOutput = Code(kind: .inputOutput)
    /// The request does not follow the protocol.
    public static let malformed = Code(kind: .malformed)
    /// The space was deleted on the hub.
    public static let deleted = Code(kind: .deleted)
    /// The space is frozen: it can be read, but accepts no pushes for now.
    public static let frozen = Code(kind: .frozen)
    /// The space may not hold more.
    public static let quota = Code(kind: .quota)
    /// The hub has no space or token of that name.
    public static let notFound = Code(kind: .notFound)
    /// The hub has a space or token of that name already.
    public static let alreadyExists = Code(kind: .alreadyExists)
    /// A request of an administrator breaks a rule.
    public static let invalid = Code(kind: .invalid)
    /// The server that holds the hub's spaces cannot be reached, or lets nobody in.
    public static let unreachable = Code(kind: .unreachable)
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
