import Storage

extension ItemFilter {
  /// Whether it plainly asks for open items alone.
  var isOfOpenItems: Bool {
    if case .and(let filters) = self { return filters.contains(where: \.isOfOpenItems) }
    return self == .status([.open])
  }
}
