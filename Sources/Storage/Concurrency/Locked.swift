internal import Synchronization

/// A value behind a mutex, in a form that Thread Sanitizer understands on Linux too.
///
/// On Linux, `Mutex` is a futex inside the standard library, which is not instrumented: the
/// sanitizer reports races between sections that never overlap. The atomic tells it what the mutex
/// guarantees, that each section comes after the one before. This costs a plain load and store on
/// x86. Registry has its own copy, since it imports none of our modules.
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
