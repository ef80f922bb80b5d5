import RegistryTesting
import Storage
import Testing

@Test(.container) func `what was planned is open`() async throws {
  let list = ShoppingList()
  try await list.plan(["Milk", "Bread"])
  #expect(try await list.open().map(\.title) == ["Milk", "Bread"])
}
