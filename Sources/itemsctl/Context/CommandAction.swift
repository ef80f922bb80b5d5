import ArgumentParsing
import CommandKit

/// What a parsed command line runs.
struct CommandAction: Sendable {
  /// What the arguments need of the store; nil where none is opened.
  let access: @Sendable (ParsedArguments) -> StoreAccess?
  /// Whether a pager shows what is more than a screen.
  let isPaged: Bool
  let run: @Sendable (CommandContext) async throws -> ExitCode

  init(
    store access: StoreAccess?,
    isPaged: Bool = false,
    _ run: @escaping @Sendable (CommandContext) async throws -> ExitCode
  ) {
    self.init(store: { _ in access }, isPaged: isPaged, run)
  }

  init(
    store access: @escaping @Sendable (ParsedArguments) -> StoreAccess?,
    isPaged: Bool = false,
    _ run: @escaping @Sendable (CommandContext) async throws -> ExitCode
  ) {
    self.access = access
    self.isPaged = isPaged
    self.run = run
  }
}
