#if canImport(UIKit)
import ItemContainer
import ItemsModule
import Registry
import RegistryTesting
import Storage
import SwiftUI
import SyncModule
import Testing
import UIKit
import UIKitRouting

@MainActor @Suite(.container) struct `Routers of modules` {
  @Test func `show the list, and push an item above it`() async throws {
    let item = try await Container.shared.itemRepository().add("Milk")
    let router = Container.shared.itemsRouter()
    router.start()
    let navigation = try #require(router.rootViewController as? UINavigationController)
    let list = try #require(navigation.topViewController as? ItemListViewController)
    #expect(list.title == "Items")
    list.rootView.onOpen(item.id)
    let detail = try #require(navigation.viewControllers.last as? ItemViewController)
    #expect(detail.rootView.model.id == item.id)
  }

  @Test func `show the sync, and lead to the items`() throws {
    var isLed = false
    let router = Container.shared.syncRouter { isLed = true }
    router.start()
    let navigation = try #require(router.rootViewController as? UINavigationController)
    let sync = try #require(navigation.topViewController as? SyncViewController)
    #expect(sync.title == "Sync" && !isLed)
    sync.rootView.onItems()
    #expect(isLed)
  }
}
#endif
