/// A model that is made on first use, exactly once, with the values that its owner was made with.
struct OwnedModel<Model>: Sendable {
  private let origin = DependencyOrigin.current
  private var own = DependencyValues(.none)
  private var storage: OwnedStorage<Model>
  private let property: Reader

  /// Makes the storage of the property at this source location.
  init(fileID: StaticString, line: UInt) {
    property = Reader("model", fileID, line)
    storage = OwnedStorage(property)
  }

  /// The report of a property whose owner says nowhere how the model is made.
  static func isNotMade(at place: String) -> String {
    """
    no closure makes the \(Model.self) of the property at \(place)
      Conform \(Model.self) to ObservableDependency, or set the property in the owner's initialiser.
    """
  }

  /// The model if it was made before.
  var current: Model? { storage.current }

  /// The model for a binding, which reads it after it was made.
  ///
  /// Another model gets a new storage, which SwiftUI sees as a change. A binding to a property of the model sets the same
  /// model again, which is not a change.
  var value: Model {
    get { storage.value { preconditionFailure("a binding to \(Model.self) came before it") } }
    set {
      if storage.current as AnyObject === newValue as AnyObject { return }
      storage = OwnedStorage(property)
      storage.replace(newValue)
    }
  }

  /// The model; the first use makes it.
  func value(
    within ownerScope: DependencyScope?,
    _ make: (DependencyValues) -> Model
  ) -> Model {
    storage.value { origin.make(within: ownerScope, own, make) }
  }

  /// Overrides a value for the model and for those that it owns in turn.
  mutating func set<Value>(_ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value) {
    own[keyPath: keyPath] = value
    storage = OwnedStorage(property)
  }
}
