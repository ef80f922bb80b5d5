/// The body of a test, which Swift Testing lends for a call, for a task that the call may leave behind.
///
/// A task takes a closure that escapes, so this holds the closure's two words, without a reference. They are good while
/// the call runs; afterwards they are not used: the task either has ended, or it sleeps in a function that the closure
/// called and that never returns. `withoutActuallyEscaping` would end the process there.
///
/// The closure is used by way of a function whose type is cast. The type's parameter makes the closure's calling convention
/// the most general one, so that no temporary closure stands between it and its words.
struct BorrowedBody<Result: Sendable>: Sendable {
  typealias Body = @Sendable () async throws -> Result

  private struct Words: Sendable {
    let function: UInt
    let context: UInt
  }

  private let words: Words

  init(_ body: Body) {
    let keep: (Words) -> Words = { $0 }
    words = unsafe unsafeBitCast(keep, to: ((Body) -> Words).self)(body)
  }

  func run() async throws -> Result {
    let run: @Sendable (Body) async throws -> Result = { try await $0() }
    return try await unsafe unsafeBitCast(
      run,
      to: (@Sendable (Words) async throws -> Result).self
    )(words)
  }
}
