import Foundation
import Storage
import Sync

let folder = FileManager.default.currentDirectoryPath
let store = try SQLiteRepository(at: "\(folder)/shopping.sqlite")
try await store.add(ItemDraft(title: "Oat milk", priority: .high, list: "shop", tags: ["dairy"]))

// Several changes as one: all of them are kept, or none.
try await store.write { transaction in
  for title in ["Bread", "Tea"] {
    try transaction.add(ItemDraft(title: title, list: "shop"))
  }
}

// Filters, sorts and full-text search are values.
let query = ItemQuery(.and([.list("shop"), .status([.open])]), sort: [.ascending(.title)])
print(try await store.items(query).map(\.title))

// A hub in a file; behind HTTP it is `https://hub.example/main`, with the library SyncHTTP.
let hub = try Remote("file:\(folder)/hub.sqlite")
let engine = SyncEngine(store: store, remote: hub, networkService: try hub.makeNetworkService())
print("\(try await engine.sync().pushed) pushed")

await store.close()
