import ArgumentParsing

extension CommandContext {
  /// How items are to be printed, if it was said.
  var format: OutputFormat? { arguments[GlobalOptions.format] }

  /// How a command that lists items is to print them, if it was said anywhere.
  var listFormat: OutputFormat? { format ?? settings.value(.format, as: OutputFormat.self) }

  /// Whether the output is JSON, for programs.
  var isJSON: Bool { format == .json || format == .ndjson }

  /// The parts of items to print, if it was said.
  var fields: [ItemField]? { arguments[GlobalOptions.fields]?.fields }

  /// What prints items as the words ask for it.
  var printer: ItemPrinter { printer(format) }

  /// What prints lists of items as the words or the settings ask for it.
  var listPrinter: ItemPrinter { printer(listFormat) }

  private func printer(_ format: OutputFormat?) -> ItemPrinter {
    ItemPrinter(output: output, calendar: world.calendar, format: format, fields: fields)
  }

  /// The form for a list of what is no item: a table on a terminal, else tsv, if none was said.
  func rowFormat() throws(UsageError) -> OutputFormat {
    if let format, format.hasFixedFields {
      throw arguments.invalidValue(
        format.rawValue,
        for: GlobalOptions.format,
        reason: "it is for items alone"
      )
    }
    if let listFormat, !listFormat.hasFixedFields { return listFormat }
    return output.appearance.isTerminal ? .table : .tsv
  }
}
