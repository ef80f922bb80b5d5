/// A promise of sync that a run broke.
package struct BrokenPromise: Error, CustomStringConvertible {
  /// Which promise, and where.
  package var description: String

  package init(_ description: String) { self.description = description }
}
