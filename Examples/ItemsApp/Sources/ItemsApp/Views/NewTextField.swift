#if canImport(SwiftUI)
import SwiftUI

/// A field for something new, which is empty again when that was taken.
struct NewTextField: View {
  let title: String
  let add: @MainActor (String) async -> Bool
  @State private var text = ""

  var body: some View {
    HStack {
      TextField(title, text: $text)
        .onSubmit(submit)
      Button("Add", action: submit)
        .disabled(text.isEmpty)
    }
  }

  private func submit() {
    let typed = text
    guard !typed.isEmpty else { return }
    Task {
      if await add(typed), text == typed { text = "" }
    }
  }
}
#endif
