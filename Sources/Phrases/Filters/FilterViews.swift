package import ArgumentParsing

/// The views that a command knows: those that everybody has, and one's own.
package struct FilterViews: Sendable {
  /// What one's own view of a name says; nil where there is none.
  let own: @Sendable (_ name: String) -> String?
  /// The views whose conditions are being read, each within the one before it.
  private var outer: [String] = []

  package init(own: @escaping @Sendable (_ name: String) -> String?) { self.own = own }

  /// Those that everybody has.
  package static let builtIn = FilterViews { _ in nil }

  /// Any name may be that of a view, which holds for every item.
  static let anyName = FilterViews { isName($0) ? "" : nil }

  /// How many views are still read in one filter.
  ///
  /// A project's settings may come from another person: views that name one another twice each grow without end.
  private var budget = 100

  /// Reads the conditions of a view, with the views as these know them.
  ///
  /// - Throws: Where a view would contain itself, and where a filter would have too many views.
  mutating func read<Value>(
    _ view: FilterView,
    _ body: (inout FilterViews) throws(FilterTermError) -> Value
  ) throws(FilterTermError) -> Value {
    guard !outer.contains(view.name) else {
      throw FilterTermError(reason: "the view '\(view.name)' contains itself")
    }
    guard budget > 0 else {
      throw FilterTermError(
        reason: "the view '\(view.name)' is one too many: views name each other too often"
      )
    }
    budget -= 1
    outer.append(view.name)
    defer { outer.removeLast() }
    return try body(&self)
  }

  /// The view of a name; nil for a word of the filter itself.
  package func view(named name: String?) -> FilterView? {
    guard let name else { return nil }
    if let view = FilterView.builtIn.first(where: { $0.name == name }) { return view }
    guard let text = own(name), let view = try? SavedView(text) else { return nil }
    return FilterView(name, view.conditions, text)
  }

  /// A command line with the options of the view that its filter begins with.
  package func completing(_ arguments: ParsedArguments) -> ParsedArguments {
    guard arguments.declares(FilterKey.words),
      arguments.literalCount < arguments[FilterKey.words].count,
      let text = arguments[FilterKey.words].first.flatMap({ own($0) }),
      let view = try? SavedView(text)
    else { return arguments }
    return view.completing(arguments)
  }

  /// Whether a word can be the name of a view: none that a filter takes for something else.
  package static func isName(_ word: String) -> Bool {
    guard let first = word.first, first.isLetter else { return false }
    return !["and", "or", "not"].contains(word.lowercased())
      && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      && NamedItems(word)?.isLikely != true
  }
}
