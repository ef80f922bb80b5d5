// Lists that were named as if they were words to look for.

import Storage

extension ItemFilter {
  /// A list of that store whose name is among the words to look for: `home` where `list:home` was meant.
  func listAmongWords(in repository: any ItemRepository) async throws -> String? {
    for word in texts where try await repository.count(.list(word)) > 0 { return word }
    return nil
  }

  /// The words to look for.
  private var texts: [String] {
    switch self {
    case .text(let word): [word]
    case .and(let filters), .or(let filters): filters.flatMap(\.texts)
    default: []
    }
  }
}
