/// An error of a repository: a code to decide on and a message to show.
///
/// A message says what was being done, to what (a path, an id) and what to do about it. It never
/// holds an item's contents.
public struct StorageError: Error, Sendable {
  /// The kind of error.
  public var code: Code

  /// A sentence for a person.
  public var message: String

  /// SQLite's extended result code, if SQLite failed.
  ///
  /// See <https://www.sqlite.org/rescode.html>.
  public var resultCode: Int32?

  /// The underlying error, if there is one.
  public var cause: (any Error)?

  /// Makes an error.
  public init(
    _ code: Code,
    _ message: String,
    resultCode: Int32? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.resultCode = resultCode
    self.cause = cause
  }
}

extension StorageError: CustomStringConvertible {
  /// The message, followed by SQLite's code if there is one.
  public var description: String {
    guard let resultCode else { return message }
    return "\(message) (SQLite code \(resultCode))"
  }
}

extension StorageError {
  /// A kind of error; later versions may add more without breaking source.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case notFound, alreadyExists, invalidItem, attributeMismatch, invalidQuery, aborted, misuse
      case cannotOpen, fileExists, notAStore, damaged, laterVersion, migrationMismatch
      case replaced, busy, readOnly, permission, full, inputOutput, cancelled, closed, malformedFile
      case unexpected, unsynced
    }

    private let kind: Kind

    /// The code's name, for logs.
    public var description: String { kind.rawValue }

    /// No item has the id or number.
    public static let notFound = Code(kind: .notFound)
    /// An item with the id exists already, live or deleted.
    public static let alreadyExists = Code(kind: .alreadyExists)
    /// The item breaks a rule or exceeds a limit of ``ItemLimits``.
    public static let invalidItem = Code(kind: .invalidItem)
    /// An item's attributes do not fit the type that was asked for.
    public static let attributeMismatch = Code(kind: .attributeMismatch)
    /// The query is invalid or too large.
    public static let invalidQuery = Code(kind: .invalidQuery)
    /// The body of a write ended it without keeping changes; the cause is its reason, if there is one.
    public static let aborted = Code(kind: .aborted)
    /// The call is not allowed here, such as a write inside a write.
    public static let misuse = Code(kind: .misuse)
    /// The file cannot be opened or created.
    public static let cannotOpen = Code(kind: .cannotOpen)
    /// A file to be created exists already.
    public static let fileExists = Code(kind: .fileExists)
    /// The file is not an item store.
    public static let notAStore = Code(kind: .notAStore)
    /// The file's contents are damaged.
    public static let damaged = Code(kind: .damaged)
    /// The file was written by a later version of this library.
    public static let laterVersion = Code(kind: .laterVersion)
    /// A migration that was applied to the file differs from the one in this program.
    public static let migrationMismatch = Code(kind: .migrationMismatch)
    /// The file was moved, removed or replaced while the store was open; open it again.
    public static let replaced = Code(kind: .replaced)
    /// Another connection or process held the file for longer than the timeout.
    public static let busy = Code(kind: .busy)
    /// The store or its file cannot be written to.
    public static let readOnly = Code(kind: .readOnly)
    /// The system refuses access to the file.
    public static let permission = Code(kind: .permission)
    /// The disk or the database is full.
    public static let full = Code(kind: .full)
    /// Reading or writing the file failed.
    public static let inputOutput = Code(kind: .inputOutput)
    /// The task was cancelled; nothing was changed.
    public static let cancelled = Code(kind: .cancelled)
    /// The store was closed before.
    public static let closed = Code(kind: .closed)
    /// SQLite failed in a way that this library does not expect; please report it as a bug.
    public static let unexpected = Code(kind: .unexpected)
    /// The hub does not know of a change yet; sync first.
    public static let unsynced = Code(kind: .unsynced)
    /// The text file breaks its format; the message has line and column.
    public static let malformedFile = Code(kind: .malformedFile)
  }
}
