import CommandKit
import ItemModels
import Storage

extension ItemsScreen {
  /// The words of a command line that shows the same items, with the order by hand if a key has asked for it.
  var shownPlace: Place {
    guard state.orderBefore != nil, model.isByHand else { return state.place }
    return Place(name: state.place.name, words: state.place.words + ["--sort", "hand"])
  }

  /// Shows the items in the order by hand, or again in that of the place.
  func toggleOrder() {
    guard !isDeletedPlace else { return actions.onSay("Deleted items have no order by hand.") }
    var order = [ItemSort.ascending(.rank)]
    if model.isByHand {
      order = state.orderBefore ?? ItemQuery.defaultSort
      state.orderBefore = nil
      actions.onSay("The order of the view.")
    } else {
      state.orderBefore = model.query.sort
      actions.onSay("The order by hand: J moves an item down, K moves it up.")
    }
    let id = state.cursor
    state.awaited = id
    Task {
      await model.sort(by: order, at: id)
    }
  }

  /// Moves the chosen items, else the one under the cursor, up or down in the order by hand.
  func place(by distance: Int) {
    guard !state.choosesPlace, !isDeletedPlace else { return }
    guard model.isByHand else {
      return actions.onSay("J and K move items in the order by hand: 'o' shows it.")
    }
    let chosen = model.selection
    let ids = chosen.isEmpty ? Set([state.cursor].compactMap(\.self)) : chosen
    guard !ids.isEmpty else { return }
    state.keepsPlace = false
    Task {
      let outcome = await model.move(ids, by: distance)
      actions.onSay(outcome.map { sentence(of: $0, distance) } ?? model.failure?.message)
    }
  }

  private func sentence(of outcome: HandMove.Outcome, _ distance: Int) -> String {
    switch outcome {
    case .before(let other, let items):
      "Placed \(names(of: items)) before \(ItemPhrase.name(of: other))"
    case .after(let other, let items):
      "Placed \(names(of: items)) after \(ItemPhrase.name(of: other))"
    case .atEnd: "Nothing of the same list stands \(distance < 0 ? "above" : "below")."
    case .apart: "The chosen items are in several lists or below different items."
    }
  }

  private func names(of items: [Item]) -> String {
    items.count == 1 ? ItemPhrase.name(of: items[0]) : counted(items.count)
  }
}
