#if canImport(SwiftUI)
import ItemModels
import SwiftUI

/// The content of a model, or what is shown in its place.
struct PhaseView<Content: View>: View {
  let phase: Phase
  /// What is said where there is nothing to show.
  let empty: String
  let retry: @MainActor () async -> Void
  @ViewBuilder let content: () -> Content

  var body: some View {
    switch phase {
    case .loading: ProgressView()
    case .ready: content()
    case .empty: ContentUnavailableView(empty, systemImage: "tray")
    case .failed(let failure): FailureView(failure: failure, retry: retry)
    }
  }
}

/// Why nothing can be shown, with a button where another try may help.
struct FailureView: View {
  let failure: ModelFailure
  let retry: @MainActor () async -> Void

  var body: some View {
    VStack {
      Text(failure.message)
      if failure.action == .retry {
        Button("Try again") { Task { await retry() } }
      }
    }
  }
}

/// Why the last action did not succeed; it stays until it is dismissed.
struct ActionFailureView: View {
  let failure: ModelFailure?
  let onDismiss: @MainActor () -> Void

  var body: some View {
    if let failure {
      HStack {
        Text(failure.message).foregroundStyle(.red)
        Button("Dismiss", action: onDismiss)
      }
    }
  }
}
#endif
