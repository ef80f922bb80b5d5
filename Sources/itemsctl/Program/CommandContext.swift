// What every command is given, one that needs no store included.

import ArgumentParsing

/// One call of a command: its words, and the world around it.
struct CommandContext: Sendable {
  let arguments: ParsedArguments
  let surroundings: Surroundings
  let output: Output
  let input: any ByteSource
  /// How to ask a person, where that is possible.
  let questions: Questions
  let calendar: LocalCalendar

  /// How items are to be printed, if it was said.
  var format: OutputFormat? { arguments[GlobalOptions.format] }
}
