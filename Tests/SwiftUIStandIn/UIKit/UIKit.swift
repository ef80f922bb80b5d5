// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The few declarations of UIKit that Examples/UIKitRouting uses, so that Linux can type-check and run them.
//
// The signatures and the isolation follow Apple's SDK of Xcode 26. Built by Scripts/check-swiftui and by nothing else.
// Nothing is animated: what is pushed, presented or dismissed is so at once.

@MainActor
open class UIResponder {
  nonisolated public init() {}
}

@MainActor
open class UIViewController: UIResponder {
  public var title: String?
  public let navigationItem = UINavigationItem()
  public private(set) var presentedViewController: UIViewController?

  public override init() { super.init() }

  open func present(
    _ controller: UIViewController,
    animated: Bool,
    completion: (() -> Void)? = nil
  ) {
    presentedViewController = controller
  }

  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    presentedViewController = nil
  }
}

@MainActor
open class UINavigationController: UIViewController {
  public private(set) var viewControllers: [UIViewController] = []

  public override init() { super.init() }

  public convenience init(rootViewController: UIViewController) {
    self.init()
    viewControllers = [rootViewController]
  }

  public var topViewController: UIViewController? { viewControllers.last }

  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    self.viewControllers = viewControllers
  }

  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    viewControllers.append(viewController)
  }

  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    viewControllers.count > 1 ? viewControllers.popLast() : nil
  }
}

@MainActor
open class UITabBarController: UIViewController {
  public private(set) var viewControllers: [UIViewController]?
  public var selectedViewController: UIViewController?

  public override init() { super.init() }

  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    self.viewControllers = viewControllers
    selectedViewController = viewControllers?.first
  }
}

@MainActor
public final class UINavigationItem {
  public var rightBarButtonItem: UIBarButtonItem?

  nonisolated init() {}
}

@MainActor
public final class UIBarButtonItem {
  public let primaryAction: UIAction?

  public init(primaryAction: UIAction?) { self.primaryAction = primaryAction }
}

@MainActor
public final class UIAction {
  public typealias Handler = (UIAction) -> Void

  public let title: String
  private let handler: Handler

  public init(title: String = "", handler: @escaping Handler) {
    self.title = title
    self.handler = handler
  }

  /// Does what a press on the button does.
  public func press() { handler(self) }
}
