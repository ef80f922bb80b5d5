import Storage

/// Names of lists, and which of them are alike but for their case.
package struct ListNames {
  private let groups: [String: [String]]

  package init(_ names: [String]) {
    groups = Dictionary(grouping: names) { $0.lowercased() }
  }

  /// The names that differ in case alone, each group by its bytes.
  package var alike: [[String]] {
    groups.values.filter { $0.count > 1 }.map { $0.sorted(by: utf8Less) }
      .sorted { utf8Less($0[0], $1[0]) }
  }

  /// A name that differs from this one in case alone; nil if there is none.
  package func alike(_ name: String) -> String? {
    groups[name.lowercased()]?.filter { !utf8Equal($0, name) }.min(by: utf8Less)
  }
}

extension [String] {
  /// `'a'`, `'a' and 'b'`, `'a', 'b' and 'c'`.
  package var quotedAnd: String {
    let quoted = map { "'\($0.visible)'" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) and \(last)"
  }
}
