import Foundation
import Storage

extension ItemID {
  /// The item of a link such as `items-app:///item/0190b6d8-…`; nil for any other link.
  ///
  /// The system hands the app such links where its Info.plist names the scheme.
  package init?(itemLink url: URL) {
    guard url.scheme == "items-app", url.pathComponents.count == 3 else { return nil }
    guard url.pathComponents[1] == "item" else { return nil }
    self.init(url.pathComponents[2])
  }
}
