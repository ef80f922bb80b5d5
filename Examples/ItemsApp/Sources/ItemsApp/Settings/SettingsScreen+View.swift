#if canImport(SwiftUI)
import SwiftUI

extension SettingsScreen {
  @ViewBuilder package var body: some View {
    @Bindable var model = model
    Form {
      Section("List") {
        Picker("Order", selection: $model.settings.order) {
          ForEach(AppSettings.Order.allCases, id: \.self) { Text($0.rawValue) }
        }
        Toggle("Show what is done", isOn: $model.settings.showsDone)
      }
      Section("Hub") {
        TextField("https://hub.example.com/main", text: $model.settings.hub)
        if let problem = model.settings.hubProblem { Text(problem).foregroundStyle(.red) }
      }
    }
    .navigationTitle("Settings")
    .toolbar {
      ToolbarItem(placement: .confirmationAction) { Button("Done", action: actions.onDone) }
    }
  }
}
#endif
