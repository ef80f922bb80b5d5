internal import Synchronization

/// A context that holds for one task instead of the process.
@usableFromInline
struct ContextOverlay: Hashable, Sendable {
  let flags: FactoryContext.Flags
  let arguments: [String]
}

extension FactoryContext {
  /// Set for good by the first `withContext`: programs without one pay nothing for it when they resolve.
  private static let hasOverlays = Atomic<Bool>(false)

  /// The running task's own context, if it has one.
  @usableFromInline static var currentOverlay: ContextOverlay? {
    hasOverlays.load(ordering: .acquiring) ? overlay : nil
  }

  static var hasOverlay: Bool { hasOverlays.load(ordering: .acquiring) && overlay != nil }

  /// Runs the operation in these contexts: `withContext(.preview) { … }`.
  ///
  /// Of preview and test exactly those that are named hold, so an empty list means the live program, also in a test; the
  /// others (device, debug, …) hold as before, or when named. Values that are cached meanwhile are cached for these
  /// contexts only, and are found again by a later operation in the same ones. Child tasks inherit the context.
  public static func withContext<Result, Failure: Error>(
    _ contexts: FactoryContextType...,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let overlay = overlay(of: contexts)
    let outcome = $overlay.withValue(overlay) {
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try operation())
      } catch {
        return Swift.Result<Result, Failure>.failure(error)
      }
    }
    return try outcome.get()
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
    var flags = current.flags.subtracting([.preview, .test])
    var arguments = overlay?.arguments ?? []
    for context in contexts {
      switch context.storage {
      case .flag(let flag): flags.insert(flag)
      case .arguments(let names): arguments += names.filter { !arguments.contains($0) }
      }
    }
    return ContextOverlay(flags: flags, arguments: arguments.sorted())
  }
}
