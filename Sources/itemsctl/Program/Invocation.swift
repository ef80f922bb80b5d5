import ArgumentParsing
import Storage
import Sync

/// One call of a command on its store.
struct Invocation: Sendable {
  let context: CommandContext
  let repository: any ItemRepository
  /// The way to a hub; where its file is missing, one may be made or not.
  let networkService: @Sendable (Remote, MissingHubFile) throws(SyncError) -> any NetworkService
  /// What messages call the store.
  let storeName: String
  /// The store's path, or `memory:`.
  let storePath: String
  /// What keeps other processes from syncing the store at the same time.
  let syncLease: SyncLease
  /// How a sync waits and draws random numbers.
  let syncEnvironment: SyncEnvironment

  var arguments: ParsedArguments { context.arguments }
  var output: Output { context.output }
  var input: any ByteSource { context.input }
  /// How to ask a person, where that is possible.
  var questions: Questions { context.questions }
  var calendar: LocalCalendar { context.calendar }
  /// How items are to be printed, if it was said.
  var format: OutputFormat? { context.format }
  /// How a command that lists items is to print them, if it was said anywhere.
  var listFormat: OutputFormat? { context.listFormat }
  var settings: Settings { context.settings }
  /// What prints items as the words ask for it.
  var printer: ItemPrinter { context.printer(format) }
  /// What prints lists of items as the words or the settings ask for it.
  var listPrinter: ItemPrinter { context.printer(listFormat) }
}
