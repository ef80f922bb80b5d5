import ArgumentParsing
import CommandKit
import Files
import Phrases
import Storage

extension CommandContext {
  /// Has the user's hooks told of what was changed since this was called last.
  ///
  /// An error here is a warning only: the command's changes are committed by then.
  func tellHooks() async {
    guard let (ids, hasMore) = changed.take(), case .file = store, let hooks = world.hooks(),
      hooks.hasHooks
    else { return }
    do {
      let found = try await repository.items(ItemQuery(.ids(Set(ids))))
      let items = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
      let event = HookEvent(
        command: arguments.commandPath.dropFirst().joined(separator: " "),
        // Whoever tells hooks may work in another folder.
        store: FilePath(store.path).resolvedIfThere.description,
        date: world.clock?() ?? world.calendar.now,
        items: ids.compactMap { items[$0] },
        deleted: ids.filter { items[$0] == nil },
        hasMore: hasMore
      )
      try hooks.deliver(event)
    } catch {
      try? output.message("Warning: hooks were not run: \(CommandError(error).message)")
    }
  }
}
