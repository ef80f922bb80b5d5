#if canImport(SwiftUI)
public import Combine
public import SwiftUI

/// An `ObservableObject` that is made from context values: `@DependencyObject var model: Model` owns one.
public protocol ObservableDependencyObject: ObservableDependency, ObservableObject {}

extension ObservableDependencyObject {
  /// Ends the process with a report: for a model that a closure makes by an initialiser of its own.
  public init(dependencies: DependencyValues) {
    Wiring.trap(
      """
      \(Self.self) has no init(dependencies:)
        Make it by a closure in the view's initialiser: _model = DependencyObject { \(Self.self)(…) }.
      """
    )
  }
}

/// Owns an `ObservableObject` that is made from context values: `@DependencyObject private var model: Model`.
///
/// It is to `StateObject` what `DependencyState` is to `State`. The view's first read makes the model from the values of
/// the modifier `dependency(_:_:)` around the view. The model lives as long as the view stays in its place.
@propertyWrapper
public struct DependencyObject<Model: ObservableObject>: DynamicProperty {
  @StateObject private var owned = ForwardingObject<Model>()
  @Environment(\.dependencyScope) private var viewScope
  private let origin = DependencyOrigin.current
  private var own = DependencyValues(.none)
  private let make: (DependencyValues) -> Model

  /// Makes the model by its own initialiser.
  @MainActor public init() where Model: ObservableDependency {
    self.init { Model(dependencies: $0) }
  }

  /// Leaves it to the view's initialiser to say how the model is made: `_model = DependencyObject { Model(id: id) }`.
  ///
  /// Swift calls it for a property that the declaration gives no model; a read of it ends the process with a report.
  @_disfavoredOverload
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.init { _ -> Model in Wiring.trap(OwnedModel<Model>.isNotMade(at: "\(fileID):\(line)")) }
  }

  /// Makes the model by a closure: `_model = DependencyObject { Model(id: id, dependencies: $0) }`.
  public init(_ make: @escaping (DependencyValues) -> Model) {
    self.make = make
  }

  /// Makes a model that takes no values by a closure: `_model = DependencyObject { Model(id: id) }`.
  public init(_ make: @escaping () -> Model) {
    self.init { _ in make() }
  }

  /// The model; the first read makes it.
  @MainActor public var wrappedValue: Model {
    owned.model { origin.make(within: viewScope, own, make) }
  }

  /// Bindings to the model's properties: `$model.name`.
  @MainActor public var projectedValue: ObservedObject<Model>.Wrapper {
    ObservedObject(wrappedValue: wrappedValue).projectedValue
  }

  /// Overrides a value for the model and for those that it owns in turn.
  public func dependency<Value>(
    _ keyPath: WritableKeyPath<DependencyValues, Value>,
    _ value: Value
  ) -> DependencyObject<Model> {
    var copy = self
    copy.own[keyPath: keyPath] = value
    return copy
  }
}
#endif
