// error: value of type 'DependencyValues' has no dynamic member 'openURL'
// error: cannot infer key path type from context

import Dependencies
import Foundation

#if CURED
enum OpenURLKey: DependencyKey {
  static let liveValue: @Sendable (URL) async -> Bool = { _ in false }
}

extension DependencyValues {
  var openURL: @Sendable (URL) async -> Bool {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }
}
#endif

struct Browser {
  @Dependency(\.openURL) var openURL
}

func browser() -> Browser {
  withDependencies {
    $0.openURL = { _ in true }
  } operation: {
    Browser()
  }
}
