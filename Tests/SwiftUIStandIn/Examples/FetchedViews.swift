// Views that show what queries find, and are drawn again when that is something else.

import ItemContainer
import ItemModels
import Registry
import Storage
import SwiftUI

struct ShoppingView: View {
  @Fetched(\.itemRepository, ItemQuery(.list("shopping"), limit: 50)) private var items

  var body: some View {
    if $items.phase == .empty { Text("Nothing to buy") }
    Text(items.map(\.title).joined(separator: ", "))
  }
}

struct Habit: ItemRecord {
  static let kind = "habit"
  var title: String
  var times: Int
}

struct HabitsView: View {
  @Fetched(\.itemRepository, where: \Habit.times < 3, sort: .ascending(\.times)) private var habits

  var body: some View {
    Text(habits.map { "\($0.record.title) \($0.record.times)" }.joined(separator: ", "))
  }
}

struct HouseholdView: View {
  var body: some View {
    ShoppingView()
    HabitsView()
  }
}
