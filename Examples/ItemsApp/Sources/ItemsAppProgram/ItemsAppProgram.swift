import ItemContainer
import ItemsApp
import Registry
import Storage

#if canImport(AppKit)
import AppKit
#endif
#if canImport(SwiftUI)
import SwiftUI

/// The app: the only place that says which store it is, and that takes something from the shared container.
@main
struct ItemsAppProgram: App {
  private let router: AppRouter

  init() {
    #if canImport(AppKit)
    // A program that is no bundle gets no window in front otherwise.
    NSApplication.shared.setActivationPolicy(.regular)
    #endif
    let container = Container.shared
    container.storeLocation.register { StoreLocation.standard(program: "items-app") ?? .memory }
    container.syncWithHubOfSettings()
    container.reachHubsOverHTTP()
    router = container.appRouter()
    router.start()
  }

  var body: some Scene {
    WindowGroup {
      AppView(navigator: router.navigator)
        .onOpenURL { url in
          if let id = ItemID(itemLink: url) { router.open(id) }
        }
    }
  }
}
#else
/// The app needs SwiftUI; the routers, the models and their tests do not.
@main
struct ItemsAppProgram {
  static func main() { print("This app is for Apple's platforms. Here, run its tests: swift test") }
}
#endif
