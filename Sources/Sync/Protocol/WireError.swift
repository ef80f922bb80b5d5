/// Why a message was refused.
package struct WireError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, without the message's contents.
  package var message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
