import Storage

extension ItemFilter {
  /// Whether it plainly asks for open items alone.
  package var isOfOpenItems: Bool {
    if case .and(let filters) = self { return filters.contains(where: \.isOfOpenItems) }
    return self == .status([.open])
  }
}
