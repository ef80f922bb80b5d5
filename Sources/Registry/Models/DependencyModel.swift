/// A model that is made on first use, from the context values that are in force for its owner.
struct DependencyModel<Model> {
  private let origin = DependencyOrigin.current
  private let make: (DependencyValues) -> Model
  private var own = DependencyValues()
  private var storage = LazyStorage<Model>()

  init(_ make: @escaping (DependencyValues) -> Model) {
    self.make = make
  }

  /// The model if it was needed before.
  var current: Model? { storage.current }

  /// The model; setting it begins a storage of its own, which SwiftUI sees as a change.
  var value: Model {
    get { value(within: nil) }
    set {
      storage = LazyStorage()
      storage.replace(newValue)
    }
  }

  /// The model, made now if this is the first use, with its values in force.
  func value(within surroundings: DependencyScope?) -> Model {
    storage.value {
      let origin = origin.ofModel(within: surroundings, own)
      return origin.run { make(origin.values) }
    }
  }

  /// Sets a value for the model and for those that it owns in turn.
  mutating func set<Value>(_ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value) {
    own[keyPath: keyPath] = value
    storage = LazyStorage()
  }
}
