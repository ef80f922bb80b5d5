#if canImport(SwiftUI)
internal import SwiftUI

/// A stored property that lives as long as its owner; a view lives as long as it stays in its place.
typealias OwnedState = State
#else
/// A stored property that lives as long as its owner; with SwiftUI this is `State`.
@propertyWrapper
struct OwnedState<Value> {
  var wrappedValue: Value
}

extension OwnedState: Sendable where Value: Sendable {}
#endif
