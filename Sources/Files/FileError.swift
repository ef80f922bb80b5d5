/// A failed call on a file: the operation, the path, and the system's reason.
package struct FileError: Error, Hashable, CustomStringConvertible {
  /// The operation, in words that begin a sentence.
  package enum Operation: String, Sendable {
    case opening = "Opening"
    case lookingAt = "Looking at"
    case reading = "Reading"
    case writing = "Writing"
    case locking = "Locking"
    case making = "Making"
    case replacing = "Replacing"
    case removing = "Removing"
    case settingPermissions = "Setting permissions of"
  }

  package let operation: Operation
  package let path: String
  package let reason: SystemError

  package init(_ operation: Operation, _ path: String, _ reason: SystemError) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  package var description: String { "\(operation.rawValue) '\(path)' failed: \(reason)." }

  /// Makes a C call as ``SystemError/check(_:)`` does.
  @discardableResult
  static func check<Number: SignedInteger>(
    _ operation: Operation,
    _ path: String,
    _ call: () -> Number
  ) throws(FileError) -> Number {
    do throws(SystemError) {
      return try SystemError.check(call)
    } catch {
      throw FileError(operation, path, error)
    }
  }
}
