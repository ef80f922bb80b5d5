public import Storage
public import Sync

/// A failure as a person reads it: a sentence, and what they can do.
public struct ModelFailure: Error, Sendable, Equatable {
  /// What a button beside the sentence does.
  public enum Action: Sendable, Hashable {
    /// Try again: the store was busy, or the hub could not be reached.
    case retry
    /// Correct the typed values.
    case correct
    /// Log the device in to its hub again.
    case signIn
    /// Nothing in the program helps; the sentence says what does.
    case none
  }

  /// One or more sentences for a person.
  public let message: String
  /// What to offer beside the message.
  public let action: Action

  /// Makes a failure.
  public init(_ message: String, action: Action) {
    self.message = message
    self.action = action
  }

  /// What an error of a store means to a person.
  public init(_ error: StorageError) {
    let action: Action =
      switch error.code {
      case .invalidItem, .invalidQuery, .attributeMismatch: .correct
      case .misuse, .laterVersion, .notAStore, .migrationMismatch: .none
      default: .retry
      }
    self.init(error.message, action: action)
  }

  /// What an error of a sync means to a person.
  public init(_ error: SyncError) {
    let action: Action =
      switch error.code {
      case .unauthorized: .signIn
      case .upgrade, .deleted, .invalidRemote, .notBuiltIn, .badHub: .none
      default: .retry
      }
    self.init(error.message, action: action)
  }
}
