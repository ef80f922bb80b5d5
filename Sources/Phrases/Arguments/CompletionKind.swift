package import ArgumentParsing

/// A kind of words that only the store, or more than a list of values, can tell.
package enum CompletionKind: String, CaseIterable {
  /// Numbers of items, with their titles.
  case items
  /// Conditions of a filter, and the names of views.
  case filter
  /// Conditions alone.
  case conditions
  /// Items, or a filter.
  case itemsOrFilter
  /// Items that are done or cancelled, or a filter.
  case closedItemsOrFilter
  /// Deleted items, or a filter.
  case deletedItemsOrFilter
  /// What `add` understands beside titles.
  case additions
  /// Items, and what `edit` understands behind them; or a filter.
  case itemsAndChanges
  /// Items and the changes of their tags, in either order; or a filter.
  case itemsAndTags
  /// Items, and where they are to be in their list.
  case itemsAndPlaces
  case lists, tags
  /// Conflicts and kept texts by their names, and what decides on them.
  case conflicts
  /// Dates for something to be due.
  case dueDates
  /// Rules by which items come again.
  case rules
  /// Keys to sort by, between commas.
  case sortKeys
  /// Names of settings.
  case settings
}

extension ParameterDefinition.Completion {
  /// Words of a kind that the program lists when it is asked.
  package static func words(_ kind: CompletionKind) -> Self { .custom(kind.rawValue) }
}
