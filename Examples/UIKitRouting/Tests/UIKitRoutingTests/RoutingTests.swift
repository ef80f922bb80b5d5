#if canImport(UIKit)
import ItemContainer
import ItemModels
import Registry
import RegistryTesting
import Storage
import SwiftUI
import Testing
import UIKit
import UIKitRouting

@MainActor @Suite(.container) struct `Routers of controllers` {
  @Test func `push an item above the list`() async throws {
    let item = try await Container.shared.itemRepository().add("Milk")
    let navigation = UINavigationController()
    Container.shared.itemsRouter(navigation).start()
    let list = try #require(
      navigation.topViewController as? UIHostingController<ItemListScreen>
    )
    #expect(list.title == "Items")
    list.rootView.onOpen(item.id)
    let detail = try #require(navigation.viewControllers.last as? UIHostingController<ItemScreen>)
    #expect(detail.rootView.model.id == item.id)
  }
}
#endif
