#if canImport(SwiftUI)
import SwiftUI

/// The app at one of its screens, in a state.
struct PreviewedAppView: View {
  @State private var app: PreviewedApp
  private let place: PreviewedApp.Place

  init(_ state: PreviewState, at place: PreviewedApp.Place) {
    _app = State(initialValue: PreviewedApp(state))
    self.place = place
  }

  var body: some View {
    AppView(navigator: app.router.navigator)
      .task { try? await app.go(to: place) }
  }
}

extension PreviewedApp.Place {
  /// The screen in each state.
  @MainActor fileprivate var previews: some View {
    ForEach(PreviewState.allCases, id: \.self) { state in
      PreviewedAppView(state, at: self)
        .previewDisplayName(state.rawValue)
    }
  }
}

struct ItemListScreenPreviews: PreviewProvider {
  static var previews: some View { PreviewedApp.Place.list.previews }
}

struct ItemScreenPreviews: PreviewProvider {
  static var previews: some View { PreviewedApp.Place.item.previews }
}

struct EditScreenPreviews: PreviewProvider {
  static var previews: some View { PreviewedApp.Place.form.previews }
}

struct SyncScreenPreviews: PreviewProvider {
  static var previews: some View { PreviewedApp.Place.sync.previews }
}

struct SettingsScreenPreviews: PreviewProvider {
  static var previews: some View { PreviewedApp.Place.settings.previews }
}
#endif
