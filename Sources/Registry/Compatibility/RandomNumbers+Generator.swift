/// The name of ``RandomNumbers`` in swift-dependencies: `WithRandomNumberGenerator(generator)`.
public typealias WithRandomNumberGenerator = RandomNumbers

extension RandomNumbers {
  /// Gives the numbers of a generator, which one task at a time draws from.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    let shared = Locked(generator)
    self.init { shared.withLock { $0.next() } }
  }
}
