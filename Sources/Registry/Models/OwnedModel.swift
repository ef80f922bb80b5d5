/// A model that is made on first use, exactly once, where the values hold that its owner was made with.
struct OwnedModel<Model>: Sendable {
  private let origin = DependencyOrigin.current
  private var own = DependencyValues()
  private var storage: OwnedStorage<Model>
  private let fileID: StaticString
  private let line: UInt

  /// Says where the property is that owns the model.
  init(fileID: StaticString, line: UInt) {
    self.fileID = fileID
    self.line = line
    storage = OwnedStorage(name: "model", fileID: fileID, line: line)
  }

  /// The model if it was needed before.
  var current: Model? { storage.current }

  /// The model, which was made before; a binding reads it.
  ///
  /// Setting it begins another storage, which SwiftUI sees as a change; a binding to the model's property sets the same
  /// model again, which is none.
  var value: Model {
    get { storage.value { preconditionFailure("a binding to \(Model.self) came before it") } }
    set {
      if storage.current as AnyObject === newValue as AnyObject { return }
      storage = OwnedStorage(name: "model", fileID: fileID, line: line)
      storage.replace(newValue)
    }
  }

  /// The model, made now if this is the first use.
  func value(
    within surroundings: DependencyScope?,
    _ make: (DependencyValues) -> Model
  ) -> Model {
    storage.value { origin.make(within: surroundings, own, make) }
  }

  /// Sets a value for the model and for those that it owns in turn.
  mutating func set<Value>(_ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value) {
    own[keyPath: keyPath] = value
    storage = OwnedStorage(name: "model", fileID: fileID, line: line)
  }
}
