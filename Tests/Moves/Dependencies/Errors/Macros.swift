// error: no such module 'DependenciesMacros'

import Dependencies

#if CURED
struct SearchClient: Sendable {
  var search: @Sendable (String) async throws -> [String]
}
#else
import DependenciesMacros

@DependencyClient
struct SearchClient: Sendable {
  var search: @Sendable (String) async throws -> [String]
}
#endif
