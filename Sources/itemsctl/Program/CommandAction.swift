import ArgumentParsing

/// What a command needs of its store.
enum StoreAccess: Sendable {
  /// To look at items.
  case read
  /// To look at items for as long as it goes on; the store must be there.
  case follow
  /// To change items that are there.
  case write
  /// To put items into a store that may be new.
  case create
  /// To put many items into a store, of which nothing is left if it is new and that fails.
  case bulkCreate
  /// To say what putting items into a store would do; one that is not there is as good as empty.
  case preview
  /// The same for work that writes to find out, and takes all of it back.
  case rolledBack
}

/// What a parsed command line runs.
struct CommandAction: Sendable {
  /// What the command works with.
  enum Work: Sendable {
    /// The store, opened for what the arguments say.
    case onStore(
      @Sendable (ParsedArguments) -> StoreAccess,
      @Sendable (Invocation) async throws -> ExitCode
    )
    /// No store; none is opened.
    case withoutStore(@Sendable (CommandContext) async throws -> ExitCode)
  }

  let work: Work
  /// Whether a pager shows what is more than a screen.
  let isPaged: Bool

  /// Whether a store is opened for it.
  var needsStore: Bool {
    if case .onStore = work { true } else { false }
  }

  init(
    _ access: StoreAccess,
    isPaged: Bool = false,
    _ run: @escaping @Sendable (Invocation) async throws -> ExitCode
  ) {
    work = .onStore({ _ in access }, run)
    self.isPaged = isPaged
  }

  /// An action whose arguments say what it needs of the store.
  init(
    choosing access: @escaping @Sendable (ParsedArguments) -> StoreAccess,
    _ run: @escaping @Sendable (Invocation) async throws -> ExitCode
  ) {
    work = .onStore(access, run)
    isPaged = false
  }

  /// An action that opens no store.
  init(
    isPaged: Bool = false,
    withoutStore run: @escaping @Sendable (CommandContext) async throws -> ExitCode
  ) {
    work = .withoutStore(run)
    self.isPaged = isPaged
  }
}
