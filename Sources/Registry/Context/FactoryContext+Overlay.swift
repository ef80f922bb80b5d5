/// A context that holds for one task instead of the process.
struct ContextOverlay: Hashable, Sendable {
  let flags: FactoryContext.Flags
  let arguments: [String]
}

extension FactoryContext {
  /// Runs the operation in these contexts: `withContext(.preview) { … }`.
  ///
  /// Preview and test apply only if they are named, so an empty list means the live program, even
  /// in a test. The other contexts (device, debug, …) apply as before, or if they are named. The
  /// operation caches values for these contexts only; a later operation in the same contexts finds
  /// them. Child tasks inherit the contexts. The innermost `withContext`, or `$0.context` of
  /// `withDependencies`, decides.
  public static func withContext<Result, Failure: Error>(
    _ contexts: FactoryContextType...,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try Step.$current.binding(step(in: contexts), operation)
  }

  /// Runs the asynchronous operation in these contexts.
  public static func withContext<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ contexts: FactoryContextType...,
    operation: @concurrent () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await Step.$current.binding(step(in: contexts), operation)
  }

  /// An operation in these contexts, in place of one that an outer operation chose by `$0.context`.
  private static func step(in contexts: [FactoryContextType]) -> Step {
    let here = Step.current
    var flags = flags.subtracting([.preview, .test])
    var arguments = here?.overlay?.arguments ?? []
    for context in contexts {
      switch context.condition {
      case .flag(let flag): flags.insert(flag)
      case .arguments(let names): arguments += names.filter { !arguments.contains($0) }
      }
    }
    var origin = here?.origin ?? .none
    if origin.scope?.overrides.context != nil {
      var values = origin.values
      values.context = DependencyContext(flags)
      origin = origin.changed(to: values)
    }
    let overlay = ContextOverlay(flags: flags, arguments: arguments.sorted())
    return Step(origin, overlay)
  }
}
