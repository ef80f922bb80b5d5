#if canImport(SwiftUI)
internal import Combine

/// Makes a model for `StateObject` when the view's environment is known, and forwards its changes.
///
/// `StateObject` makes its object before it knows the environment, so it holds this one instead.
final class ForwardingObject<Model: AnyObject>: ObservableObject {
  let objectWillChange = ObservableObjectPublisher()
  private let storage = OwnedStorage<Model>(Reader("model", #fileID, #line))
  private var subscription: AnyCancellable?

  /// The model; the first use makes it.
  func model(_ make: () -> Model) -> Model {
    if let model = storage.current { return model }
    let model = storage.value(make)
    followIfObservable(model)
    return model
  }

  /// The model for a binding, which reads it after it was made, and sets the same one when it sets a property of it.
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
    // SwiftUI observes an `@Observable` model by itself.
    if let object = model as? any ObservableObject { follow(object) }
  }

  private func follow(_ object: some ObservableObject) {
    subscription = object.objectWillChange.sink { [objectWillChange] _ in
      objectWillChange.send()
    }
  }
}
#endif
