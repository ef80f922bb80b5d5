package import Sync

/// A store together with the place that it is in, such as a folder, which stays as long as the store is used.
package struct PlacedHubStore<Store: HubStore, Place: Sendable>: HubStore {
  private let store: Store
  package let place: Place

  package init(_ store: Store, in place: Place) {
    self.store = store
    self.place = place
  }

  package func read<Value: Sendable>(
    _ space: String,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try store.read(space, body)
  }

  package func write<Value: Sendable>(
    _ space: String,
    seed: Int64,
    reading reads: HubReads,
    _ body: (any HubTransaction) throws(HubError) -> Value
  ) throws(HubError) -> Value {
    try store.write(space, seed: seed, reading: reads, body)
  }

  package func writeTogether(_ writes: [HubWrite]) -> [HubError?] { store.writeTogether(writes) }
}
