import RegistryTesting
import Storage
import Sync
import Testing

@Test(.container) func `what was planned is open`() async throws {
  let list = ShoppingList()
  try await list.plan(["Milk", "Bread"])
  #expect(try await list.open().map(\.title) == ["Milk", "Bread"])
  #expect(try await list.sync().pushed == 2)
}
