// error: cannot find 'unimplemented' in scope

import Dependencies

struct SearchClient: Sendable {
  var search: @Sendable (String) async throws -> [String]
}

#if CURED
struct NotGiven: Error {
  let name: String
}

extension SearchClient: TestDependencyKey {
  static let testValue = SearchClient(
    search: { _ in throw NotGiven(name: "search") }
  )
}
#else
extension SearchClient: TestDependencyKey {
  static let testValue = SearchClient(
    search: unimplemented("SearchClient.search")
  )
}
#endif
