import CommandKit
import Phrases
import Storage
import Sync
import TerminalScreens

/// What a run works in: the process's environment and streams, the clock, and the ways to stores and hubs.
struct World: Sendable {
  let environment: ProcessEnvironment
  let input: any ByteSource
  let standardOutput: any ByteSink
  let standardError: any ByteSink
  /// Whether each stream is a terminal.
  let outputIsTerminal: Bool
  let errorIsTerminal: Bool
  var inputIsTerminal = false
  /// The columns of the terminal, if there is one.
  let terminalWidth: Int?
  /// The lines of the terminal that standard output is, if it is one.
  var terminalHeight: Int?
  /// The calendar as of the call.
  var calendar: LocalCalendar
  /// The time now, for commands that go on; without it, time stands still.
  var clock: (@Sendable () -> Date)?
  /// Has the terminal of standard input not show what is typed, and show it again.
  var hideTyping: @Sendable () throws(CommandError) -> Void = {}
  var showTyping: @Sendable () -> Void = {}
  /// The whole screen of the terminal.
  var screen: (any Screen)?
  /// Opens the store that was chosen.
  let repository: @Sendable (StoreChoice, StoreAccess) throws -> any OpenedStore
  /// The way to a hub.
  let networkService:
    @Sendable (StoreChoice, Remote, HubAccess) throws(SyncError) -> any NetworkService
  /// The lock against other processes' syncs of the store.
  var syncLease: @Sendable (StoreChoice) -> SyncLease = { _ in .none }
  /// The way to the user's hooks, for a command that has changed something.
  var hooks: @Sendable () -> HookDelivery? = { nil }
  /// How a sync waits and draws random numbers.
  var syncEnvironment = SyncEnvironment.live
  /// Whether a command leaves the store open, which is another one's.
  var keepsStoreOpen = false
  /// Runs a command line in another world.
  var run: @Sendable (World, [String]) async -> ExitCode = { _, _ in .failure }
  /// Has the main actor run from now on; a command that waits for nothing else needs no other thread.
  var serveMainActor: @Sendable () -> Void = {}
  /// The time since the process began, by which progress is shown.
  var elapsed: @Sendable () -> Duration = { .zero }
}
