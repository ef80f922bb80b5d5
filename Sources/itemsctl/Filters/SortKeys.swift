import ArgumentParsing
import Storage

/// Sort keys as typed: `due,-priority`; a minus puts the greatest first.
struct SortKeys: ArgumentValue {
  let keys: [ItemSort]
  let argumentText: String

  init(argument: String) throws(ValueError) {
    argumentText = argument
    var keys: [ItemSort] = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let isDescending = word.hasPrefix("-")
      let name = isDescending ? word.dropFirst() : word
      guard let key = SortKeys.meanings.first(where: { $0.name == name })?.key else {
        throw ValueError("'\(name)' is none of \(SortKeys.names.quotedList)")
      }
      keys.append(ItemSort(key, descending: isDescending))
    }
    self.keys = keys
  }

  /// The keys that there are.
  static let names = meanings.map(\.name)

  private static let meanings: [(name: String, key: ItemSort.Key)] =
    ItemPart.sortKeys.map { ($0.typedName, .field($0)) } + [("relevance", .relevance)]
}
