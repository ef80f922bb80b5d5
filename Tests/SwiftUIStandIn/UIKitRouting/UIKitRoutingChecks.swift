// Leads through Examples/UIKitRouting as a person does, and tells what is not as it should be.

import Foundation
import ItemContainer
import ItemsModule
import Registry
import Storage
import SwiftUI
import Sync
import SyncModule
import UIKit
import UIKitRouting

@main
@MainActor
struct UIKitRoutingChecks {
  private static var failures = 0

  static func main() async throws {
    let store = try SQLiteRepository.inMemory()
    try await store.add(ItemDraft(title: "Milk", notes: "oat"))
    Container.shared.itemRepository.register { store }
    Container.shared.replicaStore.register { store }
    Container.shared.storeLocation.register { .memory }
    Container.shared.syncRemote.register { Remote(.file(path: "/memory")) }
    Container.shared.networkService.register { InProcessNetworkService(.inMemory()) }
    try await theModulesHaveTabs()
    try await aLeftItemIsDeallocated()
    exit(failures == 0 ? 0 : 1)
  }

  private static func expect(_ isMet: Bool, line: UInt = #line) {
    guard !isMet else { return }
    failures += 1
    print("UIKitRoutingChecks.swift:\(line): is not as expected")
  }

  private static func theModulesHaveTabs() async throws {
    let delegate = SceneDelegate()
    delegate.scene(UIWindowScene(), willConnectTo: UISceneSession(), options: .init())
    guard let window = delegate.window, let tabs = window.rootViewController as? UITabBarController
    else { exit(1) }
    expect(window.isKeyWindow)
    expect(tabs.viewControllers?.map(\.title) == ["Items", "Sync"])
    let (items, sync) = (tabs.viewControllers?.first, tabs.viewControllers?.last)
    expect(tabs.selectedViewController === items)
    tabs.selectedViewController = sync
    let top = (sync as? UINavigationController)?.topViewController
    expect(top?.title == "Sync")
    let buttons = ["(Sync now)", "(Items)"]
    await use(top, SyncScreen.self, ["Ready"] + buttons, press: "Sync now")
    await use(top, SyncScreen.self, ["1 sent"] + buttons, press: "Items")
    expect(tabs.selectedViewController === items)
    try await anItemIsOpenedEditedAndUndone(items)
  }

  private static func aLeftItemIsDeallocated() async throws {
    let router = Container.shared.itemsRouter()
    router.start()
    guard let navigation = router.rootViewController as? UINavigationController else { exit(1) }
    await use(navigation.topViewController, ItemListScreen.self, ["(Milk)"], press: "Milk")
    weak let left = navigation.topViewController
    expect(left is ItemViewController)
    navigation.popViewController(animated: true)
    expect(left == nil)
  }

  private static func anItemIsOpenedEditedAndUndone(_ root: UIViewController?) async throws {
    guard let navigation = root as? UINavigationController else { exit(1) }
    expect(navigation.viewControllers.count == 1)
    await use(navigation.topViewController, ItemListScreen.self, ["(Milk)"], press: "Milk")
    expect(navigation.viewControllers.count == 2)
    await use(
      navigation.topViewController,
      ItemScreen.self,
      ["Milk", "oat", "(Edit)"],
      press: "Edit"
    )
    let form = navigation.presentedViewController as? UINavigationController
    await use(
      form?.topViewController,
      EditScreen.self,
      ["[Milk]", "(Save)", "(Cancel)"],
      type: "Soy milk",
      press: "Save"
    )
    await use(navigation.topViewController, ItemScreen.self, ["Soy milk", "oat", "(Edit)"])
    await until { navigation.presentedViewController == nil }
    navigation.popViewController(animated: true)
    await use(navigation.topViewController, ItemListScreen.self, ["(Soy milk)"])
    navigation.topViewController?.navigationItem.rightBarButtonItem?.primaryAction?.press()
    await use(navigation.topViewController, ItemListScreen.self, ["(Milk)"])
  }

  /// Waits until something holds; ends the checks if that does not happen within a minute.
  private static func until(line: UInt = #line, _ isMet: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if isMet() { return }
      await Task.yield()
    }
    print("UIKitRoutingChecks.swift:\(line): this does not come")
    exit(1)
  }

  /// Waits until a controller shows the lines of a screen, types into its field, and presses a button.
  private static func use<Screen: View>(
    _ controller: UIViewController?,
    _ type: Screen.Type,
    _ lines: [String],
    type text: String? = nil,
    press button: String? = nil,
    line: UInt = #line
  ) async {
    guard let hosting = controller as? UIHostingController<Screen> else {
      return expect(false, line: line)
    }
    let tree = Tree()
    await until(line: line) { tree.draw(hosting.rootView) == lines }
    if let text { tree.fields.first?.wrappedValue = text }
    if let button { expect(tree.press(button), line: line) }
  }
}
