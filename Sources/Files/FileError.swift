/// A call on a file that failed: what was being done, to what, and the system's reason.
package struct FileError: Error, Hashable, CustomStringConvertible {
  /// The operation that failed, in the words that begin a sentence.
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

  /// Runs one of the system's calls, whose error becomes one of ours.
  static func during<Value>(
    _ operation: Operation,
    _ path: String,
    _ call: @autoclosure () throws(SystemError) -> Value
  ) throws(FileError) -> Value {
    do throws(SystemError) {
      return try call()
    } catch {
      throw FileError(operation, path, error)
    }
  }
}
