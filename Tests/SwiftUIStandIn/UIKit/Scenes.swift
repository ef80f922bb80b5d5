// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Windows, and the scenes in which they are.

@MainActor
open class UIScene: UIResponder {
  @MainActor
  public final class ConnectionOptions {
    // Only the system makes one in UIKit; here a check does.
    public init() {}
  }
}

@MainActor
public final class UISceneSession {
  public init() {}
}

@MainActor
public final class UIWindowScene: UIScene {}

@MainActor
public final class UIWindow: UIResponder {
  public var rootViewController: UIViewController?
  public private(set) var isKeyWindow = false

  public init(windowScene: UIWindowScene) { super.init() }

  public func makeKeyAndVisible() { isKeyWindow = true }
}

@MainActor
public protocol UISceneDelegate: AnyObject {
  func scene(
    _ scene: UIScene,
    willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  )
}

@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}
