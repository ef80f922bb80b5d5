import Storage
import Sync

/// What a person has chosen: which items the list shows, in which order, and the hub.
package struct AppSettings: Codable, Equatable, Sendable {
  /// The orders of the list.
  package enum Order: String, Codable, CaseIterable, Sendable {
    case due
    case priority
    case title
  }

  package var order = Order.due
  package var showsDone = false
  /// The address of the hub as it is typed; empty for no hub.
  package var hub = ""

  package init() {}
}

extension AppSettings {
  /// The items of the list.
  package var query: ItemQuery {
    ItemQuery(.status(showsDone ? [.open, .done] : [.open]), sort: order.sort)
  }

  /// The hub; nil if there is none, or if the address is not one.
  package var remote: Remote? { try? Remote(hub) }

  /// Why the address of the hub is not one; nil if it is.
  package var hubProblem: String? {
    guard !hub.isEmpty else { return nil }
    do throws(SyncError) {
      _ = try Remote(hub)
      return nil
    } catch {
      return error.message
    }
  }
}

extension AppSettings.Order {
  fileprivate var sort: [ItemSort] {
    switch self {
    case .due: ItemQuery.defaultSort
    case .priority: [.descending(.priority), .ascending(.number)]
    case .title: [.ascending(.title), .ascending(.number)]
    }
  }
}
