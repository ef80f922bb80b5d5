package import ArgumentParsing
package import Storage

/// Sort keys as typed: `due,-priority,attr.minutes`; a minus puts the greatest first.
package struct SortKeys: ArgumentValue {
  package let keys: [ItemSort]
  package let argumentText: String

  package init(argument: String) throws(ValueError) {
    argumentText = argument
    var keys: [ItemSort] = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let isDescending = word.hasPrefix("-")
      let name = isDescending ? word.dropFirst() : word
      if name == SortKeys.next {
        keys += ItemQuery.nextSort.map {
          ItemSort($0.key, descending: $0.isDescending != isDescending)
        }
        continue
      }
      guard let key = SortKeys.key(named: name) else {
        let names = SortKeys.names
        let guess = suggestion(for: String(name), among: names).map { "Did you mean '\($0)'?" }
        let reason = guess ?? "The keys are \(names.joined(separator: ", ")), attr.NAME"
        throw ValueError("'\(name)' is not a key to sort by. \(reason)")
      }
      keys.append(ItemSort(key, descending: isDescending))
    }
    self.keys = keys
  }

  /// The word for what to do next, which stands for several keys.
  static let next = "next"

  /// The keys that there are.
  package static let names = meanings.map(\.name) + [next]

  private static func key(named name: Substring) -> ItemSort.Key? {
    guard name.hasPrefix(FilterTerm.attributePrefix) else {
      return meanings.first { $0.name == name }?.key
    }
    let attribute = name.dropFirst(FilterTerm.attributePrefix.count)
    return attribute.isEmpty ? nil : .attribute(AttributePath(String(attribute)))
  }

  private static let meanings: [(name: String, key: ItemSort.Key)] =
    ItemPart.sortKeys.map { ($0.typedName, .field($0)) } + [("relevance", .relevance)]
}
