import ArgumentParsing

/// How a list shows what fits its filter: options of `list`, and of a view.
enum ListOptions {
  static let sort = Option<SortKeys?>(
    "sort",
    short: "s",
    valueName: "keys",
    help:
      "Keys to sort by, such as due,-priority: \(SortKeys.names.joined(separator: ", ")), attr.NAME; "
      + "a minus turns the order round.",
    dashedValues: true,
    completion: .words(.sortKeys)
  )
  static let limit = Option<Limit?>(
    "limit",
    short: "n",
    valueName: "count",
    help: "At most so many."
  )
  static let tree = Flag(
    "tree",
    help: "Each item followed by those that stand under it; siblings in the order asked for."
  )
  static let all = Flag("all", short: "a", help: "Items that are done or cancelled, too.")
}
