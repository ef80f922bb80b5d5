#if Hub
package import Files

/// Why a server could not be set up; its message says what was being done, to what, and what to do now.
package struct HTTPServerError: Error, Sendable, CustomStringConvertible {
  /// What kind of error it is.
  package enum Code: Sendable {
    /// The address has another form than `ADDRESS:PORT`.
    case invalidAddress
    /// The address is taken, is none of this machine, or may not be used.
    case listen
    /// The certificate or its key cannot be used.
    case certificate
    /// The system gave no event queue or thread.
    case system
  }

  /// What kind of error it is.
  package let code: Code
  /// A sentence for a person, with a remedy where there is one.
  package let message: String
  /// The system's error beneath, if there is one.
  package let cause: SystemError?

  package init(_ code: Code, _ message: String, cause: SystemError? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  package var description: String { message }
}
#endif
