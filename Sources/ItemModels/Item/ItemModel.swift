public import Observation
public import Storage

/// One item: it is shown as it stands in the store, and edited beside that.
@MainActor @Observable
public final class ItemModel {
  /// The state of the item; `empty` if it does not exist, or not any more.
  public private(set) var phase = Phase.loading
  /// The item during editing; nil before it was read.
  ///
  /// If the item is deleted elsewhere, the typed text stays.
  public private(set) var editing: ItemEditing?
  /// Why the last action failed.
  public private(set) var failure: ModelFailure?
  /// Whether the item is being saved.
  public private(set) var isSaving = false

  /// The item's identity.
  public let id: ItemID

  @ObservationIgnored private let repository: any ItemRepository
  @ObservationIgnored private var reading: LiveReading<ItemID, Result<Item?, StorageError>>?

  /// Makes a model of an item and starts reading it.
  public init(
    repository: any ItemRepository,
    id: ItemID
  ) {
    self.repository = repository
    self.id = id
    reading = LiveReading(
      repository,
      id,
      read: { id in
        await Result.catching { () async throws(StorageError) in try await repository.item(id) }
      },
      show: { [weak self] answer in self?.show(answer) }
    )
  }

  private func show(_ answer: Result<Item?, StorageError>) {
    switch answer {
    case .success(let item?):
      if let editing, editing.stored != item {
        self.editing?.receive(item)
      } else if editing == nil {
        editing = ItemEditing(item)
      }
      if phase != .ready { phase = .ready }
    case .success(nil): if phase != .empty { phase = .empty }
    case .failure(let error): phase = .failed(ModelFailure(error))
    }
  }

  /// The item during editing; nil before it was read.
  public var item: Item? { editing?.edited }

  /// Changes the item here, but not yet in the store.
  public func edit(_ body: (inout Item) -> Void) { editing?.edit(body) }

  /// Decides a conflict for the typed value.
  public func keepTyped(_ part: ItemPart) { editing?.keepTyped(part) }

  /// Decides a conflict for the stored value.
  public func takeStored(_ part: ItemPart) { editing?.takeStored(part) }

  /// Discards what was typed.
  public func revert() { editing?.revert() }

  /// Stores what was typed; tells whether the store has it.
  ///
  /// Only the parts that were changed are written, so that what came in between stays. Conflicts have to be decided before;
  /// one that comes in the very moment is found as well, and nothing is stored.
  @discardableResult
  public func save() async -> Bool {
    guard let typed = editing, !isSaving else { return false }
    guard typed.conflicts.isEmpty else {
      failure = ModelFailure(
        "The item was also changed elsewhere. Choose which version to keep.",
        action: .correct
      )
      return false
    }
    guard typed.isEdited else { return true }
    isSaving = true
    defer { isSaving = false }
    do throws(StorageError) {
      let id = id
      let saved = try await repository.write { transaction throws(StorageError) -> Saved in
        guard let item = try transaction.item(id) else { return .gone }
        var current = typed
        current.receive(item)
        guard current.conflicts.isEmpty else { return .changed(item) }
        return .stored(try transaction.update(current.merged(into: item)))
      }
      return finish(saved)
    } catch {
      failure = await .explaining(error, in: repository)
      return false
    }
  }

  private enum Saved: Sendable {
    case stored(Item)
    case changed(Item)
    case gone
  }

  private func finish(_ saved: Saved) -> Bool {
    switch saved {
    case .stored(let item):
      // What was typed during the write stays typed.
      editing?.receive(item)
      failure = nil
      return true
    case .changed(let item):
      editing?.receive(item)
      failure = ModelFailure(
        "The item was just changed elsewhere. Choose which version to keep.",
        action: .correct
      )
      return false
    case .gone:
      failure = ModelFailure(
        "The item was deleted elsewhere. Undo that, or add it again.",
        action: .none
      )
      return false
    }
  }

  /// Adds what is shown as a new item, as after a deletion elsewhere; nil if that failed.
  @discardableResult
  public func addAgain() async -> Item? {
    guard let item = editing?.edited else { return nil }
    var draft = ItemDraft(item)
    (draft.id, draft.createdAt, draft.updatedAt) = (nil, nil, nil)
    do throws(StorageError) {
      let added = try await repository.add(draft)
      failure = nil
      return added
    } catch {
      failure = ModelFailure(error)
      return nil
    }
  }

  /// Tries again after a failure to read.
  public func retry() async {
    phase = .loading
    await repository.reopenIfClosed()
    reading?.refresh()
  }

  /// Clears the failure of the last action.
  public func dismissFailure() { failure = nil }
}
