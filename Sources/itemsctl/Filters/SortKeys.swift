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
        let names = SortKeys.names.map { "'\($0)'" }.joined(separator: ", ")
        throw ValueError("'\(name)' is none of \(names)")
      }
      keys.append(ItemSort(key, descending: isDescending))
    }
    self.keys = keys
  }

  /// The keys that there are.
  static let names = meanings.map { String($0.name) }

  private static let meanings: [(name: Substring, key: ItemSort.Key)] = [
    ("due", .due), ("priority", .priority), ("created", .created), ("updated", .updated),
    ("title", .title), ("number", .number), ("relevance", .relevance),
  ]
}
