import ArgumentParsing
import Storage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One call of a command: its words, and the world around it.
struct CommandContext: Sendable {
  let arguments: ParsedArguments
  let environment: ProcessEnvironment
  /// What the environment and the files of configuration say; none for a command without a store
  /// where they are wrong.
  let settings: Settings
  let output: Output
  let input: any ByteSource
  /// How to ask a person, where that is possible.
  let questions: Questions
  /// The calendar as of the call.
  let calendar: LocalCalendar
  /// The time now, for commands that go on.
  let clock: @Sendable () -> Date
  /// The whole screen of the terminal; nil where there is none that can be drawn on.
  let screen: (any Screen)?
  /// The time since the process began, by which progress is shown.
  let elapsed: @Sendable () -> Duration
  /// Opens the store that was chosen.
  let repository: @Sendable (StoreChoice, StoreAccess) throws -> any ItemRepository

  /// How items are to be printed, if it was said.
  var format: OutputFormat? { arguments[GlobalOptions.format] }

  /// How a command that lists items is to print them, if it was said anywhere.
  var listFormat: OutputFormat? { format ?? settings.value(.format, as: OutputFormat.self) }

  /// The parts of items to print, if it was said.
  var fields: [ItemField]? { arguments[GlobalOptions.fields]?.fields }

  /// What prints items in a form.
  func printer(_ format: OutputFormat?) -> ItemPrinter {
    ItemPrinter(output: output, calendar: calendar, format: format, fields: fields)
  }

  /// The store that a command line means.
  func storeChoice(_ arguments: ParsedArguments) throws -> StoreChoice {
    try StoreChoice(arguments, environment, settings)
  }
}
