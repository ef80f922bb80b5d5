// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A view of SwiftUI in a controller of UIKit.

public import UIKit

open class UIHostingController<Content: View>: UIViewController {
  public var rootView: Content

  public init(rootView: Content) {
    self.rootView = rootView
    super.init()
  }
}
