internal import Synchronization

/// A context that holds for one task instead of the process.
@usableFromInline
struct ContextOverlay: Hashable, Sendable {
  let flags: FactoryContext.Flags
  let arguments: [String]
}

extension FactoryContext {
  /// Set by the first `withContext` and never cleared: without one a resolution pays nothing for it.
  private static let hasOverlays = Atomic<Bool>(false)

  /// The running task's own context, if it has one.
  @usableFromInline static var currentOverlay: ContextOverlay? {
    hasOverlays.load(ordering: .acquiring) ? overlay : nil
  }

  static var hasOverlay: Bool { hasOverlays.load(ordering: .acquiring) && overlay != nil }

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
    let overlay = overlay(of: contexts)
    return try origin(in: overlay).run { () throws(Failure) in
      try $overlay.binding(overlay, operation)
    }
  }

  /// Runs the asynchronous operation in these contexts.
  public static func withContext<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation,
    _ contexts: FactoryContextType...,
    operation: @concurrent () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let overlay = overlay(of: contexts)
    return try await origin(in: overlay).run { () async throws(Failure) in
      try await $overlay.binding(overlay, operation)
    }
  }

  /// The values in force, with these contexts in place of one that an outer operation chose by `$0.context`.
  private static func origin(in overlay: ContextOverlay) -> DependencyOrigin {
    let current = DependencyOrigin.current
    guard current.scope?.overrides.context != nil else { return current }
    var values = current.values
    values.context = DependencyContext(overlay.flags)
    return current.changed(to: &values)
  }

  private static func overlay(of contexts: [FactoryContextType]) -> ContextOverlay {
    hasOverlays.store(true, ordering: .releasing)
    var flags = flags.subtracting([.preview, .test])
    var arguments = overlay?.arguments ?? []
    for context in contexts {
      switch context.condition {
      case .flag(let flag): flags.insert(flag)
      case .arguments(let names): arguments += names.filter { !arguments.contains($0) }
      }
    }
    return ContextOverlay(flags: flags, arguments: arguments.sorted())
  }
}
