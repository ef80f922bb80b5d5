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
/// The conformance of a main-actor model belongs to the main actor too. Without the upcoming feature
/// InferIsolatedConformances write `@MainActor ObservableDependency`.
public protocol ObservableDependency: AnyObject {
  /// Makes a model from the values at its first use.
  init(dependencies: DependencyValues)
}
