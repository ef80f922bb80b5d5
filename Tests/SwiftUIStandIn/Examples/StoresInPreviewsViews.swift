// The views of the article "Stores in previews", and what its previews show.

import Foundation
import ItemContainer
import ItemModels
import Registry
import Storage
import SwiftUI
import Sync

struct OpenItemsView: View {
  @EnvironmentStateObject private var model: ItemListModel

  init() {
    _model = EnvironmentStateObject { environment in
      ItemListModel(repository: environment.itemRepository, query: ItemQuery(.status([.open])))
    }
  }

  var body: some View {
    switch model.phase {
    case .loading: Text("…")
    case .empty: Text("Nothing to do")
    case .ready: ForEach(model.items) { item in Text(item.title) }
    case .failed(let failure): Text(failure.message)
    }
  }
}

struct SyncView: View {
  @InjectedObservable(\.syncModel) private var model

  var body: some View {
    switch model.activity {
    case .idle: Text(model.lastSummary.map { "\($0.pushed) sent" } ?? "Ready")
    case .syncing: Text("Syncing")
    case .offline(let failure), .failed(let failure): Text(failure.message)
    }
    Button("Sync") { Task { await model.sync() } }
  }
}

struct OpenItemsPreviews: PreviewProvider {
  static var previews: some View {
    OpenItemsView()
    OpenItemsView().environment(\.itemRepository, .empty)
    OpenItemsView().environment(\.itemRepository, .failing())
  }
}

struct SyncPreviews: PreviewProvider {
  static var previews: some View {
    SyncView().dependency(\.storeFixture, .empty)
    SyncView().dependency(\.networkService, .failing)
  }
}

/// A view that reads each part of a store.
struct PartsView: View {
  @Environment(\.itemRepository) private var items
  @Environment(\.replicaStore) private var replica
  @Environment(\.syncEngine) private var engine
  @Environment(\.networkService) private var network
  @Environment(\.storeEnvironment) private var environment
  @Environment(\.settingsStore) private var settings

  var body: some View {
    Text("\(type(of: items)), \(type(of: replica))")
    Text("\(type(of: network)), \(type(of: settings))")
    Text(environment.now().timeIntervalSince1970 == 0 ? "1970" : "now")
    Text(engine === Container.shared.syncEngine() ? "the container's engine" : "another engine")
  }
}
