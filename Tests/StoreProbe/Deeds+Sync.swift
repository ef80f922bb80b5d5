// What a device does: it edits, and syncs in between.

import Storage
import Sync

extension Deeds {
  /// `added TITLE`, `noted TITLE NOTES` and `synced`, in turn; the hub is the file that `hub` names.
  func sync() async throws(StorageError) {
    let store = try open()
    // Goes on behind what an earlier process of this device has added.
    var index = arguments.number("from") ?? 1
    let last = index + 20
    while index < last {
      let title = "\(name)-\(index)"
      let item = try await store.add(title)
      Voice.say("added \(title)")
      try await note(index, store)
      await sync(store)
      if index % 3 == 0 {
        try await store.delete(item.id)
        Voice.say("deleted \(title)")
      }
      index += 1
    }
    await sync(store)
    await store.close()
  }

  /// Edits the first item that this device has made, and nobody else edits.
  private func note(_ index: Int, _ store: Store) async throws(StorageError) {
    let titles = ItemFilter.text("\(name)-1")
    let found = try await store.items(ItemQuery(titles, sort: [.ascending(.created)]))
    guard var first = found.first(where: { $0.title == "\(name)-1" }) else { return }
    first.notes = "\(index)"
    try await store.update(first)
    Voice.say("noted \(index)")
  }

  private func sync(_ store: Store) async {
    do throws(SyncError) {
      let remote = try Remote("file:\(arguments.text("hub") ?? "")")
      let service = try remote.makeNetworkService()
      _ = try await SyncEngine(store: store, remote: remote, networkService: service).sync()
      Voice.say("synced")
    } catch {
      Voice.say("failed \(error)")
    }
  }
}
