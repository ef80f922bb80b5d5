public import Observation
public import Storage

/// A list of items that a query finds: it follows the store, and keeps a window of the items in memory.
///
/// However many items there are, at most 300 are held. ``showLater()`` and ``showEarlier()`` move the window, as a screen
/// does when a person scrolls to its end.
///
/// Reads run off the main actor. An error of reading is the ``phase``; one of an action is the ``failure``.
@MainActor @Observable
public final class ItemListModel {
  /// The state of the list: loading, ready, empty or failed.
  public private(set) var phase = Phase.loading
  /// The items in the window, in the query's order.
  public private(set) var items: [Item] = []
  /// The same items under headings by due date.
  public private(set) var sections: [ItemSection] = []
  /// How many items the query finds, including those outside the window.
  ///
  /// The items are read first. Until the items of a new query are counted, it is the number of ``items``.
  public private(set) var total = 0
  /// Whether there are items before the window.
  public private(set) var hasEarlier = false
  /// Whether there are items after the window.
  public private(set) var hasLater = false
  /// The selected items; they may be outside the window.
  public var selection: Set<ItemID> = []
  /// Why the last action failed; ``dismissFailure()`` clears it.
  public private(set) var failure: ModelFailure?

  /// Where the items of a tree stand; empty for a list without levels.
  package private(set) var places: [ItemID: OutlinePlace] = [:]

  @ObservationIgnored private var window: ItemWindow
  /// All that was read, those below folded items included.
  @ObservationIgnored private var contents: ItemWindow.Contents?
  /// The items below which nothing is shown.
  @ObservationIgnored private var folded: Set<ItemID> = []
  /// The query whose items are counted in the total.
  @ObservationIgnored private let countedQuery = Locked<ItemQuery?>(nil)
  @ObservationIgnored private var reading: LiveReading<ItemWindow, Answer>?
  @ObservationIgnored private let repository: any ItemRepository
  @ObservationIgnored private let environment: StoreEnvironment

  private typealias Answer = Result<ItemWindow.Contents, StorageError>

  /// Makes a list, which begins to read.
  ///
  /// - Parameters:
  ///   - repository: The store.
  ///   - query: Which items, in which order; its limit and its cursor are ignored.
  ///   - environment: The clock that decides what is due today.
  public convenience init(
    repository: any ItemRepository,
    query: ItemQuery = ItemQuery(.status([.open])),
    environment: StoreEnvironment = .live
  ) {
    self.init(repository: repository, query: query, environment: environment, timer: .live)
  }

  package init(
    repository: any ItemRepository,
    query: ItemQuery,
    environment: StoreEnvironment,
    timer: DayTimer
  ) {
    self.repository = repository
    self.environment = environment
    window = ItemWindow(query)
    reading = LiveReading(
      repository,
      dependingOn: ItemQuery(.overdue, zone: query.zone),
      timer: timer,
      window,
      read: { window in
        await Result.catching { () async throws(StorageError) in
          try await window.contents(of: repository, now: environment.now)
        }
      },
      complete: { [weak self] answer, hasChanged in
        // A window that has moved shows as many items as before.
        let query = (try? answer.get())?.window.query
        if !hasChanged, self?.countedQuery.withLock({ $0 == query }) == true { return nil }
        return await Result.catching { () async throws(StorageError) in
          try await answer.get().counted(by: repository)
        }
      },
      show: { [weak self] answer in self?.show(answer) }
    )
  }

  /// Which items, in which order; setting it reads the new list at once, from the beginning.
  public var query: ItemQuery {
    get {
      access(keyPath: \.query)
      return window.query
    }
    set {
      guard newValue != window.query else { return }
      withMutation(keyPath: \.query) { move(to: ItemWindow(newValue, isTree: window.isTree)) }
      phase = .loading
    }
  }

  /// True if items stand below their parents; setting it reads the list from its beginning.
  package var isTree: Bool {
    get {
      access(keyPath: \.isTree)
      return window.isTree
    }
    set {
      guard newValue != window.isTree else { return }
      withMutation(keyPath: \.isTree) { move(to: ItemWindow(window.query, isTree: newValue)) }
    }
  }

  private func move(to window: ItemWindow) {
    self.window = window
    reading?.ask(window)
  }

  private func show(_ answer: Answer) {
    switch answer {
    case .success(let contents):
      // The cursors that were met are no other request.
      window = contents.window
      showItems(contents)
      showTotal(contents)
      set(\.hasEarlier, contents.hasEarlier)
      set(\.hasLater, contents.hasLater)
      set(\.phase, contents.items.isEmpty ? .empty : .ready)
    case .failure(let error):
      set(\.phase, .failed(ModelFailure(error)))
    }
  }

  private func showTotal(_ contents: ItemWindow.Contents) {
    let query = contents.window.query
    if let counted = contents.total {
      countedQuery.withLock { $0 = query }
      set(\.total, counted)
    } else if countedQuery.withLock({ $0 != query }) {
      countedQuery.withLock { $0 = nil }
      set(\.total, contents.items.count)
    }
  }

  /// The items are compared once: to compare those of the sections as well would keep the main actor twice as long.
  private func showItems(_ contents: ItemWindow.Contents) {
    self.contents = contents
    let (places, hidden) = unfoldedPlaces(of: contents)
    let shown = hidden.isEmpty ? contents.items : contents.items.filter { !hidden.contains($0.id) }
    let isSame = items == shown
    if !isSame { items = shown }
    set(\.places, places)
    let kinds = contents.sections.map { section in
      hidden.isEmpty
        ? section
        : ItemSection(kind: section.kind, items: section.items.filter { !hidden.contains($0.id) })
    }
    let isDividedAlike = sections.elementsEqual(kinds) {
      $0.kind == $1.kind && $0.items.count == $1.items.count
    }
    if !isSame || !isDividedAlike { sections = kinds }
  }

  /// The places with what is folded, and the items that are hidden by it.
  private func unfoldedPlaces(
    of contents: ItemWindow.Contents
  ) -> (places: [ItemID: OutlinePlace], hidden: Set<ItemID>) {
    var (places, hidden) = (contents.places, Set<ItemID>())
    guard !folded.isEmpty, !places.isEmpty else { return (places, hidden) }
    var foldedLevel: Int?
    for item in contents.items {
      let level = places[item.id]?.level ?? 0
      if let limit = foldedLevel, level > limit {
        hidden.insert(item.id)
        continue
      }
      let isFolded = folded.contains(item.id) && places[item.id]?.hasItemsBelow == true
      foldedLevel = isFolded ? level : nil
      places[item.id]?.isFolded = isFolded
    }
    return (places, hidden)
  }

  // MARK: - The tree

  /// Hides the items below one, or shows them again; of an item with nothing below it, the one above it is folded.
  ///
  /// Returns the item that was folded or unfolded; nil where there is none.
  @discardableResult
  package func toggleFold(_ id: ItemID) -> ItemID? {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return nil }
    var target: ItemID? = places[id]?.hasItemsBelow == true ? id : nil
    if target == nil, let level = places[id]?.level, level > 0 {
      target = items[..<index].last { (places[$0.id]?.level ?? 0) < level }?.id
    }
    guard let target else { return nil }
    folded.formSymmetricDifference([target])
    if let contents { showItems(contents) }
    return target
  }

  /// Hides all items below others, or shows all of them if some are hidden.
  package func toggleAllFolds() {
    let parents = (contents?.places ?? [:]).filter(\.value.hasItemsBelow).map(\.key)
    folded = folded.isEmpty ? Set(parents) : []
    if let contents { showItems(contents) }
  }

  /// Shows what is hidden above an item.
  private func unfold(above id: ItemID) {
    guard let contents, let index = contents.items.firstIndex(where: { $0.id == id }) else {
      return
    }
    var level = contents.places[id]?.level ?? 0
    for item in contents.items[..<index].reversed() where level > 0 {
      guard let above = contents.places[item.id]?.level, above < level else { continue }
      folded.remove(item.id)
      level = above
    }
    showItems(contents)
  }

  /// Sets a property that has changed: observers are told of no other one.
  private func set<Value: Equatable>(
    _ property: ReferenceWritableKeyPath<ItemListModel, Value>,
    _ value: Value
  ) {
    if self[keyPath: property] != value { self[keyPath: property] = value }
  }

  // MARK: - The window

  /// Moves the window one page forward; does nothing at the end.
  public func showLater() {
    if hasLater, let later = window.later { move(to: later) }
  }

  /// Moves the window one page back; does nothing at the beginning.
  public func showEarlier() {
    if let earlier = window.earlier { move(to: earlier) }
  }

  /// Moves the window to the beginning.
  public func showFirst() { move(to: window.beginning) }

  /// Moves the window to the end; returns when the end is known.
  public func showLast() async { _ = await moveWindow(to: nil) }

  /// Moves the window to an item, and returns whether the item is in the list.
  public func reveal(_ id: ItemID) async -> Bool {
    if items.contains(where: { $0.id == id }) { return true }
    if contents?.items.contains(where: { $0.id == id }) == true {
      unfold(above: id)
      return true
    }
    return await moveWindow(to: id)
  }

  /// Moves the window to an item, nil for the end, and returns whether the item is in the list.
  func moveWindow(to target: ItemID?) async -> Bool {
    let (start, repository) = (window, repository)
    let found = await Task.detached {
      await Result.catching { () async throws(StorageError) in
        try await start.moved(to: target, in: repository)
      }
    }.value
    // Nobody asked for something else meanwhile.
    guard start.query == window.query else { return false }
    switch found {
    case .success(let window?):
      move(to: window)
      return true
    case .success(nil): return false
    case .failure(let error):
      failure = ModelFailure(error)
      return false
    }
  }

  /// Tries again after a failure to read; reopens a store that could not be opened.
  public func retry() async {
    phase = .loading
    await repository.reopenIfClosed()
    reading?.refresh()
  }

  // MARK: - Actions

  /// Adds an item; nil if that failed.
  @discardableResult
  public func add(_ draft: ItemDraft) async -> Item? {
    await perform { transaction throws(StorageError) in try transaction.add(draft) }
  }

  /// Marks items as done; an item that repeats moves to its next date.
  public func complete(_ ids: Set<ItemID>) async {
    let (date, zone) = (environment.now(), window.query.zone)
    await change(ids) { transaction, item throws(StorageError) in
      try transaction.complete(item.id, at: date, in: zone)
    }
  }

  /// Opens items again.
  public func reopen(_ ids: Set<ItemID>) async { await edit(ids) { $0.status = .open } }

  /// Changes all of these items in one step.
  public func edit(_ ids: Set<ItemID>, _ edit: @escaping @Sendable (inout Item) -> Void) async {
    await change(ids) { transaction, item throws(StorageError) in
      var item = item
      edit(&item)
      try transaction.update(item)
    }
  }

  /// Deletes items; ``undo()`` brings them back.
  public func delete(_ ids: Set<ItemID>) async {
    await change(ids) { transaction, item throws(StorageError) in try transaction.delete(item.id) }
    selection.subtract(ids)
  }

  /// Takes the last step back; tells whether there was one.
  @discardableResult
  public func undo() async -> Bool { await step { try await $0.undo() } }

  /// Makes the step again that was taken back last; tells whether there was one.
  @discardableResult
  public func redo() async -> Bool { await step { try await $0.redo() } }

  /// Clears the failure of the last action.
  public func dismissFailure() { failure = nil }

  private func step(
    _ body: @escaping @Sendable (any UndoableRepository) async throws -> HistoryOutcome?
  ) async -> Bool {
    guard let repository = repository as? any UndoableRepository else { return false }
    do {
      failure = nil
      return try await body(repository) != nil
    } catch {
      failure = (error as? StorageError).map { ModelFailure($0) }
      return false
    }
  }

  /// Changes the items that are still there, all or none.
  private func change(
    _ ids: Set<ItemID>,
    _ body: @escaping @Sendable (any ItemTransaction, Item) throws(StorageError) -> Void
  ) async {
    let ids = ids.sorted()
    await perform { transaction throws(StorageError) in
      for id in ids {
        if let item = try transaction.item(id) { try body(transaction, item) }
      }
    }
  }

  /// Writes to the store; nil if that failed.
  @discardableResult
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable (any ItemTransaction) throws(StorageError) -> Value
  ) async -> Value? {
    do throws(StorageError) {
      let value = try await repository.write(body)
      failure = nil
      return value
    } catch {
      failure = await .explaining(error, in: repository)
      return nil
    }
  }
}
