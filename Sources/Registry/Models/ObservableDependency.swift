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
/// The conformance of a model of the main actor belongs to the main actor too; without the upcoming feature
/// InferIsolatedConformances that is written `@MainActor ObservableDependency`.
public protocol ObservableDependency: AnyObject {
  /// Makes a model from the values in force where it is first needed.
  init(dependencies: DependencyValues)
}
