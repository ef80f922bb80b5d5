package import ArgumentParsing

/// How a list shows what fits its filter: options of `list`, and of a view.
package enum ListOptions {
  package static let sort = Option<SortKeys?>(
    "sort",
    short: "s",
    valueName: "keys",
    help:
      "Keys to sort by, such as due,-priority: \(SortKeys.names.joined(separator: ", ")), attr.NAME; "
      + "a minus reverses the order. See 'itemsctl help orders'.",
    dashedValues: true,
    completion: .words(.sortKeys)
  )
  package static let limit = Option<Limit?>(
    "limit",
    short: "n",
    valueName: "count",
    help: "The most items to print."
  )
  package static let tree = Flag(
    "tree",
    help: "Print each item with the items under it; '--sort' orders each level."
  )
  package static let all = Flag(
    "all",
    short: "a",
    help: "Include items that are done or cancelled."
  )
}
