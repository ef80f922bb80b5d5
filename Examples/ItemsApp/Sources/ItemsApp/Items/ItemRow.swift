#if canImport(SwiftUI)
import Storage
import SwiftUI

/// An item in a list: a circle to mark it done, its title, and what is known of it on a second line.
struct ItemRow: View {
  let item: Item
  let onOpen: @MainActor () -> Void
  let onToggle: @MainActor () async -> Void
  let onDelete: @MainActor () async -> Void

  var body: some View {
    HStack {
      Button(
        isOpen ? "Mark done" : "Open again",
        systemImage: isOpen ? "circle" : "checkmark.circle"
      ) {
        Task { await onToggle() }
      }
      .labelStyle(.iconOnly)
      .buttonStyle(.borderless)
      Button(action: onOpen) {
        VStack(alignment: .leading) {
          Text(item.title)
            .strikethrough(!isOpen)
          Text(item.details)
            .font(.caption)
            .foregroundStyle(.secondary)
        }
      }
      .buttonStyle(.plain)
    }
    .swipeActions {
      Button("Delete", role: .destructive) { Task { await onDelete() } }
    }
  }

  private var isOpen: Bool { item.status == .open }
}
#endif
