#if canImport(SwiftUI)
internal import Combine

/// Holds a model for `StateObject` from the time when the view's environment is known, and tells of its changes.
///
/// `StateObject` makes its object without the environment; so it is given this one, which makes the model on first use.
final class ForwardingObject<Model: AnyObject>: ObservableObject {
  let objectWillChange = ObservableObjectPublisher()
  private let storage = OwnedStorage<Model>(name: "model")
  private var subscription: AnyCancellable?

  /// The model, made now if this is the first use.
  func model(_ make: () -> Model) -> Model {
    if let model = storage.current { return model }
    let model = storage.value(make)
    followIfObservable(model)
    return model
  }

  /// The model, which was made before; a binding reads it, and sets the same one again when it sets its property.
  var value: Model {
    get {
      storage.value { preconditionFailure("a binding to \(Model.self) came before the model") }
    }
    set {
      if storage.current === newValue { return }
      objectWillChange.send()
      storage.replace(newValue)
      followIfObservable(newValue)
    }
  }

  private func followIfObservable(_ model: Model) {
    subscription = nil
    // A model of Observation's tells SwiftUI by itself.
    if let object = model as? any ObservableObject { follow(object) }
  }

  private func follow(_ object: some ObservableObject) {
    subscription = object.objectWillChange.sink { [objectWillChange] _ in
      objectWillChange.send()
    }
  }
}
#endif
