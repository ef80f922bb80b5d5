/// A model that is made from context values: `@DependencyState var model: Model` owns one.
///
/// ```swift
/// @MainActor @Observable
/// final class Model: ObservableDependency {
///   private let api: any Api
///
///   init(dependencies: DependencyValues) {
///     api = dependencies.api
///   }
/// }
/// ```
///
/// The wrapper makes the model on the main actor. Elsewhere an owner makes it by a closure, and its initialiser says
/// `nonisolated`: `@DependencyState({ Model(dependencies: $0) }) var model`.
public protocol ObservableDependency: AnyObject {
  /// Makes a model from the values at its first use.
  @MainActor init(dependencies: DependencyValues)
}
