#if canImport(SwiftUI)
public import SwiftUI

/// A view owns the model: it lives as long as the view stays in its place.
extension DependencyState: DynamicProperty {}
#endif
