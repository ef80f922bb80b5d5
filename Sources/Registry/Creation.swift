internal import Synchronization

/// One run of a factory for a cached value, which other callers of the same key wait for.
///
/// The creator holds the gate while the factory runs; nobody but those who wait for this very value ever asks for it.
final class Creation: Sendable {
  let declaration: Declaration
  /// The thread that runs the factory.
  let owner: ObjectIdentifier
  private let gate = Mutex(())
  private let finished = Atomic<Bool>(false)

  init(of declaration: Declaration, by owner: ObjectIdentifier) {
    self.declaration = declaration
    self.owner = owner
  }

  var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }

  /// Runs the body, which creates the value and stores it, while others wait at the gate.
  func perform(_ body: () -> Void) {
    gate.withLock { _ in
      body()
      finished.store(true, ordering: .sequentiallyConsistent)
    }
  }

  /// Blocks the thread until the creation has ended.
  func wait() {
    gate.withLock { _ in }
  }
}
