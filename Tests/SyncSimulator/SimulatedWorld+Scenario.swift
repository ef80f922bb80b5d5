// A world in which nothing happens by chance: a test says what does, and heals it by `run(steps: 0)`.

package import Storage
import Sync

extension SimulatedWorld where Store == ModelStore {
  /// A world on model stores of one space, without faults, in which every clock is right.
  package convenience init(quietWithSeed seed: UInt64) throws {
    try self.init(
      seed: seed,
      hubStore: MemoryHubStore(),
      focus: { $0 = FaultMix() },
      makeStore: { ModelStore(node: $0.random()) }
    )
    for device in devices { device.skew = 0 }
  }
}

extension SimulatedWorld {
  /// The item that only programs of other authors push, and no person adds.
  package static var foreignItem: Int { 63 }

  /// Something befalls a device.
  package func befall(_ fault: RareFault, device number: Int) async throws {
    try await meet(fault, devices[number])
  }

  /// From now on a device's clock is ahead by so many milliseconds.
  package func setClock(ahead milliseconds: Int64, device number: Int) {
    devices[number].skew = milliseconds
  }

  /// Somebody at a device edits an item.
  package func edit(_ item: Int, _ change: Edit.Change, on number: Int) async throws {
    let device = devices[number]
    let edit = Edit(id: id(item), change: change, version: device.version)
    try await make(edit, try await device.store.item(edit.id), device)
  }

  /// A text of an item as a device has it; nil without one.
  package func text(of item: Int, _ field: Field, on number: Int) async throws -> String? {
    try await devices[number].store.item(id(item))?.value(of: field).string
  }
}
