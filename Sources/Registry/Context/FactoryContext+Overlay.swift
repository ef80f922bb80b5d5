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
  /// Preview and test hold only if they are named, so an empty list means the live program, also in a test. The others
  /// (device, debug, …) hold as before, or if they are named. The operation caches values for these contexts only; a
  /// later operation in the same contexts finds them. Child tasks inherit the contexts. A `$0.context` of
  /// `withDependencies` decides before them, also one around this operation.
  public static func withContext<Result, Failure: Error>(
    _ contexts: FactoryContextType...,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try $overlay.binding(overlay(of: contexts), operation)
  }

  /// Runs the asynchronous operation in these contexts.
  nonisolated(nonsending)
    public static func withContext<Result>(
      _ contexts: FactoryContextType...,
      operation: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
  {
    try await $overlay.withValue(overlay(of: contexts), operation: operation)
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
