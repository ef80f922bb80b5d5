import Foundation
import ItemModels
import Storage

/// The parts of an item that the form edits, as its fields hold them.
package struct ItemForm: Equatable {
  package var title = ""
  package var notes = ""
  package var list = ""
  package var tags: Set<String> = []
  package var priority = Priority.none
  package var hasDue = false
  /// A moment of the day on which the item is due; today where it has no date.
  package var due = Date()
}

extension ItemForm {
  fileprivate init(_ item: Item, zone: LocalZone = .current) {
    title = item.title
    notes = item.notes
    list = item.list
    tags = item.tags
    priority = item.priority
    hasDue = item.due != nil
    due = item.due?.start(in: zone) ?? Date()
  }

  /// Writes the fields that are different from what they were; the others stay as precise as they are.
  fileprivate func write(to item: inout Item, over old: ItemForm, zone: LocalZone = .current) {
    if title != old.title { item.title = title }
    if notes != old.notes { item.notes = notes }
    if list != old.list { item.list = list }
    if tags != old.tags { item.tags = tags }
    if priority != old.priority { item.priority = priority }
    if hasDue != old.hasDue || hasDue && due != old.due {
      item.due = hasDue ? .day(zone.day(of: due)) : nil
    }
  }
}

extension ItemModel {
  /// What is typed, for the fields of a form; empty before the item was read.
  package var form: ItemForm {
    get { item.map { ItemForm($0) } ?? ItemForm() }
    set { edit { newValue.write(to: &$0, over: ItemForm($0)) } }
  }
}
