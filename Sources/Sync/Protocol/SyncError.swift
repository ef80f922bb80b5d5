package import Storage

/// The error that ended a run of sync: a code to decide on and a message to show.
///
/// No error loses an edit; a later run sends what was not acknowledged.
public struct SyncError: Error, Sendable {
  /// A kind of error; later versions may add more without breaking source.
  public struct Code: Sendable, Hashable {
    private enum Kind: String {
      case unreachable, busy, quota, protocolViolation, upgrade, unauthorized, deleted
      case tooManyResets, store, cancelled, invalidRemote, notBuiltIn, badHub
    }

    private let kind: Kind

    /// The hub could not be reached, or failed, again and again.
    public static let unreachable = Code(kind: .unreachable)
    /// The hub asks for a longer wait than this run accepts, or other syncs of this store interfered.
    public static let busy = Code(kind: .busy)
    /// The hub is full: changes made elsewhere arrived, changes made here stay unsent.
    public static let quota = Code(kind: .quota)
    /// The hub's answer does not follow the protocol.
    public static let protocolViolation = Code(kind: .protocolViolation)
    /// The hub and this program have no version of the protocol in common.
    public static let upgrade = Code(kind: .upgrade)
    /// The hub refuses this device.
    public static let unauthorized = Code(kind: .unauthorized)
    /// The space was deleted on the hub; the store keeps its items.
    public static let deleted = Code(kind: .deleted)
    /// The hub asked to start over for the third time within one run.
    public static let tooManyResets = Code(kind: .tooManyResets)
    /// The store failed; the cause is its `StorageError`.
    public static let store = Code(kind: .store)
    /// The task was cancelled; every finished page is kept.
    public static let cancelled = Code(kind: .cancelled)
    /// The text does not name a hub.
    public static let invalidRemote = Code(kind: .invalidRemote)
    /// This program was built without the support that the remote needs.
    public static let notBuiltIn = Code(kind: .notBuiltIn)
    /// The remote's file is not a hub, is damaged, or was written by a later version.
    public static let badHub = Code(kind: .badHub)
  }

  /// The kind of error.
  public var code: Code

  /// A sentence for a person.
  public var message: String

  /// The underlying error, if there is one.
  public var cause: (any Error)?

  /// How long the hub asks to wait before the next try, if it does.
  package var retryAfter: Duration?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension SyncError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension SyncError.Code: CustomStringConvertible {
  /// The code's name, for logs and machine output.
  public var description: String { kind.rawValue }
}

extension SyncError {
  /// The error for a reply that does not fit the request.
  static let wrongAnswer = SyncError(
    .protocolViolation,
    "The hub's answer belongs to another request."
  )

  /// The error of an exchange that had no response.
  package init(_ error: NetworkError) {
    let code: Code =
      switch error.code {
      case .cancelled: .cancelled
      case .noRemote: .invalidRemote
      case .notBuiltIn: .notBuiltIn
      case .invalidAnswer: .protocolViolation
      default: .unreachable
      }
    self.init(code, error.message, cause: error)
  }

  package init(_ error: StorageError) {
    self.init(error.code == .cancelled ? .cancelled : .store, error.message, cause: error)
  }
}
