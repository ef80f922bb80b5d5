#if canImport(SwiftUI)
import SwiftUI

/// The whole app: the pages that are open.
package struct AppView: View {
  @Bindable private var navigator: Navigator

  /// Shows the pages of a navigator.
  package init(navigator: Navigator) { self.navigator = navigator }

  package var body: some View {
    NavigationStack(path: $navigator.stack) {
      if let root = navigator.root {
        PageView(page: root)
          .id(root.id)
          .navigationDestination(for: Page.self) { PageView(page: $0) }
      }
    }
    .sheet(item: $navigator.sheet) { page in
      NavigationStack { PageView(page: page) }
    }
  }
}

/// The screen of a page.
struct PageView: View {
  let page: Page

  var body: some View { AnyView(page.screen) }
}
#endif
