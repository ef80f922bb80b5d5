import Observation

/// The pages that are open: a root, a stack above it, and at most one sheet.
///
/// Routers put pages in. SwiftUI takes out the pages that a person leaves. The closures of a page hold its router, so that
/// a router lives as long as its flow is open; a router therefore holds the navigator weakly.
@MainActor @Observable
package final class Navigator {
  /// The page at the bottom; nil before the app has started.
  package private(set) var root: Page?
  /// The pages above the root, the topmost last.
  package var stack: [Page] = []
  /// The page above all others.
  package var sheet: Page?

  /// Makes a navigator without a page.
  package init() {}

  /// The screen that a person sees.
  package var top: (any Screen)? { (sheet ?? stack.last ?? root)?.screen }

  /// Shows a screen and nothing else.
  package func show(_ screen: any Screen) {
    root = Page(screen)
    stack = []
    sheet = nil
  }

  /// Shows a screen above the others; the person may come back.
  package func push(_ screen: any Screen) { stack.append(Page(screen)) }

  /// Goes back by one page; does nothing at the root.
  package func pop() { _ = stack.popLast() }

  /// Shows a screen on a sheet.
  package func present(_ screen: any Screen) { sheet = Page(screen) }

  /// Puts the sheet away.
  package func dismiss() { sheet = nil }
}

/// A screen at its place among the pages that are open; the same screen twice is two pages.
@MainActor
package final class Page: Identifiable {
  /// What the page shows.
  package let screen: any Screen

  init(_ screen: any Screen) { self.screen = screen }
}

extension Page: Hashable {
  nonisolated package static func == (left: Page, right: Page) -> Bool { left === right }

  nonisolated package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
