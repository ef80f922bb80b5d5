import ArgumentParsing

/// How a list shows what fits its filter: options of `list`, and of a view.
enum ListOptions {
  static let sort = Option<SortKeys?>(
    "sort",
    short: "s",
    valueName: "keys",
    help:
      "Keys to sort by, such as due,-priority: \(SortKeys.names.joined(separator: ", ")), attr.NAME; "
      + "a minus reverses the order. See 'itemsctl help orders'.",
    dashedValues: true,
    completion: .words(.sortKeys)
  )
  static let limit = Option<Limit?>(
    "limit",
    short: "n",
    valueName: "count",
    help: "The most items to print."
  )
  static let tree = Flag(
    "tree",
    help: "Print each item with the items under it; '--sort' orders each level."
  )
  static let all = Flag("all", short: "a", help: "Include items that are done or cancelled.")
}
