#if canImport(SwiftUI)
internal import SwiftUI

/// A stored property that lives as long as its owner; a view's owner is not the struct but its place on the screen.
typealias OwnedState = State
#else
/// A stored property that lives as long as its owner; where SwiftUI is, this is its `State`.
@propertyWrapper
struct OwnedState<Value> {
  var wrappedValue: Value
}

extension OwnedState: Sendable where Value: Sendable {}
#endif
