// Lists that were named as if they were words to look for.

import ArgumentParsing
import CommandKit
package import Storage

extension ItemFilter {
  /// A list of that store whose name is among the words to look for: `home` where `list:home` was meant.
  package func listAmongWords(in repository: any ItemRepository) async throws -> String? {
    for word in texts where try await repository.count(.list(word)) > 0 { return word }
    return nil
  }

  /// A view or a day that a word to look for may have meant: `tomorow`.
  package func likelyViewOrDay() -> String? {
    let names = FilterTerm.states.map(\.name) + FilterView.builtIn.map(\.name) + DateWords.longWords
    return texts.lazy.filter { $0.count > 3 }.compactMap { suggestion(for: $0, among: names) }.first
  }

  /// The words to look for.
  private var texts: [String] {
    switch self {
    case .text(let word): [word]
    case .and(let filters), .or(let filters): filters.flatMap(\.texts)
    default: []
    }
  }

  /// Why nothing fits, where that is a tag or a list that no item has, or an item that is not there.
  ///
  /// As in `There is no tag 'urgnet'. Did you mean '+urgent'?`.
  package func missingName(in repository: any ItemRepository) async throws -> String? {
    for number in others where try await repository.count(.numbers([number])) == 0 {
      return "There is no item '\(number)'."
    }
    for (part, name) in names where try await repository.count(ItemFilter.named(part, name)) == 0 {
      let summary = try await repository.summary(
        SummaryQuery(groupings: [part == .tags ? .tag : .list])
      )
      let all = (part == .tags ? summary.tags : summary.lists).map(\.name)
      let sign = part == .tags ? "+" : "list:"
      let guess = suggestion(for: name, among: all).map { " Did you mean '\(sign)\($0.visible)'?" }
      return "There is no \(part == .tags ? "tag" : "list") '\(name.visible)'.\(guess ?? "")"
    }
    return nil
  }

  /// The numbers of items that a condition names alone: as the parent, as another item above, or as a blocker.
  private var others: [Int] {
    switch self {
    case .below(.numbers(let numbers), _), .blockedBy(.numbers(let numbers)):
      numbers.count == 1 ? Array(numbers) : []
    case .and(let filters): filters.flatMap(\.others)
    default: []
    }
  }

  private static func named(_ part: ItemPart, _ name: String) -> ItemFilter {
    part == .tags ? .tags(.all, [name]) : .list(name)
  }

  /// The tags and lists that an item must have.
  private var names: [(ItemPart, String)] {
    switch self {
    case .tags(.all, let tags): tags.sorted(by: utf8Less).map { (.tags, $0) }
    case .field(.list, .compared(.equal, .string(let name))): [(.list, name)]
    case .and(let filters): filters.flatMap(\.names)
    default: []
    }
  }
}
