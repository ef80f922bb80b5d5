internal import Synchronization

/// A value behind a mutex, in a form that Thread Sanitizer understands on Linux too.
///
/// There a `Mutex` is a futex inside the uninstrumented standard library, which the sanitizer does
/// not follow: it reports races between sections that never overlap. The atomic beside it says what
/// the mutex guarantees, that each section comes after the one before, at the price of a plain load
/// and store on x86. Registry has the like of its own, since it imports nothing of ours.
package struct Locked<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let order = Atomic<UInt8>(0)

  package init(_ value: sending Value) { mutex = Mutex(value) }

  /// Runs the body while no other section runs.
  package func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { value throws(Failure) in
      _ = order.load(ordering: .acquiring)
      defer { order.store(1, ordering: .releasing) }
      return try body(&value)
    }
  }
}
