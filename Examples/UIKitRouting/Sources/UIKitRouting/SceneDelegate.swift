#if canImport(UIKit)
import Registry
import UIKit

/// The scene of the app, which an app names in its Info.plist: the only place that takes something from the shared container.
public final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  /// The window that the main router fills.
  public var window: UIWindow?

  private var router: MainRouter?

  /// Starts the app in a window.
  public func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    let router = Container.shared.mainRouter(window)
    self.window = window
    self.router = router
    router.start()
  }
}
#endif
