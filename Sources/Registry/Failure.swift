#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The one trap of the container: mistakes in a program's wiring that a non-throwing call cannot report otherwise.
enum Failure {
  /// Writes the message to standard error and ends the process, in debug and release alike.
  ///
  /// The message is written first and by hand, since what a trap prints depends on how the program was built.
  @inline(never)
  static func trap(_ message: String) -> Never {
    var text = "Registry: \(message)\n"
    text.withUTF8 { bytes in
      unsafe _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
    fatalError(message)
  }

  /// Reports a chain of declarations whose last is one of those before it.
  static func cycle(_ chain: [Declaration]) -> Never {
    let names = chain.map { "\($0.name)" }.joined(separator: " → ")
    let places = chain.dropLast().map { "\n  \($0.place)" }.joined()
    trap("circular dependency: \(names)\(places)\n  Make one side @LazyInjected or pass it later.")
  }

  /// Reports a promised factory that nobody registered.
  @usableFromInline
  static func brokenPromise(_ declaration: Declaration) -> Never {
    trap("promised, but not registered: \(declaration.place)")
  }
}
