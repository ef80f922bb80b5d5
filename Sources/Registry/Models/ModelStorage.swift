/// Holds one model that is made on first use, exactly once; a cell of the container's kind without a container.
///
/// Making it counts as a factory that is running: a model that needs itself is reported as a cycle, and what its
/// initialiser resolves is one resolution.
final class ModelStorage<Model>: Sendable {
  private let slot: Slot

  /// Says where the property is that owns the model, for reports.
  init(fileID: StaticString = #fileID, line: UInt = #line) {
    slot = Slot(
      Declaration(
        name: "model",
        fileID: fileID,
        line: line,
        column: 0,
        type: ObjectIdentifier(Model.self)
      )
    )
  }

  /// The model, which `make` gives the first time; other threads wait for it.
  func value(_ make: () -> Model) -> Model {
    if let current { return current }
    let cache = Cache(
      slot: slot,
      container: nil,
      variant: nil,
      scopeID: 0,
      isWeak: false,
      deadline: { nil },
      isLate: { _ in false }
    )
    return cache.value(make: { running(make, $0) }, release: { _ in nil }).value
  }

  /// The owner tells one property's models apart, so that a model may own others of its type.
  private func running(_ make: () -> Model, _ creation: Creation) -> Model {
    ResolutionStack.current.withFrame(
      slot.declaration,
      ownersManager,
      ObjectIdentifier(self),
      creation: creation,
      make
    )
  }

  func replace(_ model: Model) {
    let entry = Entry(model, scopeID: 0, isWeak: false)
    slot.update { $0.primary = entry.map { .ready($0, deadline: nil) } ?? .empty }
  }

  /// The model if it was made before.
  var current: Model? {
    guard let entry = slot.published.load() else { return nil }
    // Only this type puts entries into the slot.
    return unsafe unsafeDowncast(entry, to: Entry<Model>.self).load()
  }
}

/// Stands for the owners where resolutions in progress name their containers.
private let ownersManager = ContainerManager()
