import Phrases
import Storage

extension Settings {
  /// The views that everybody has, and those of the settings.
  var views: FilterViews {
    FilterViews { name in FilterViews.isName(name) ? self[.view(name)]?.text : nil }
  }

  /// The names of the views of the settings, in order.
  var viewNames: [String] {
    keys.compactMap { if case .view(let name) = $0 { name } else { nil } }.sorted(by: utf8Less)
  }
}
