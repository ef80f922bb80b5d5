internal import Synchronization

/// A value behind a mutex, in a form that Thread Sanitizer understands on Linux too.
///
/// There the kernel hands over a contended `Mutex` (a priority-inheriting futex). The sanitizer does not see that, and
/// reports races between sections that never overlap. The extra atomic repeats what the mutex guarantees: each section
/// comes after the one before. It costs a plain load and a plain store on x86.
package struct Locked<Value: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>
  private let order = Atomic<UInt8>(0)

  package init(_ value: Value) {
    mutex = Mutex(value)
  }

  /// Runs the body, which must not call foreign code, while no other section runs.
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { value in
      _ = order.load(ordering: .acquiring)
      defer { order.store(1, ordering: .releasing) }
      return body(&value)
    }
  }
}
