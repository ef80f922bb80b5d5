import Storage

/// New values for an item; what is nil or empty stays.
struct ItemChanges: Sendable {
  var title: String?
  var status: Status?
  var notes: String?
  /// The outer nil leaves the date, the inner one takes it away.
  var due: Date??
  var priority: Priority?
  var list: String?
  var addedTags: Set<String> = []
  var removedTags: Set<String> = []
  /// A null takes the attribute away.
  var attributes: [String: JSONValue] = [:]

  /// Whether nothing is to change.
  var isEmpty: Bool {
    title == nil && status == nil && notes == nil && due == nil && priority == nil && list == nil
      && addedTags.isEmpty && removedTags.isEmpty && attributes.isEmpty
  }

  /// The changes as something to do to items.
  var operation: ItemOperation {
    ItemOperation(effect: .change { apply(to: &$0) }, verb: "change", past: "changed")
  }

  /// Gives an item the new values.
  func apply(to item: inout Item) {
    if let title { item.title = title }
    if let status { item.status = status }
    if let notes { item.notes = notes }
    if let due { item.dueAt = due }
    if let priority { item.priority = priority }
    if let list { item.list = list }
    item.tags.formUnion(addedTags)
    item.tags.subtract(removedTags)
    for (key, value) in attributes { item.attributes[key] = value.isNull ? nil : value }
  }
}
