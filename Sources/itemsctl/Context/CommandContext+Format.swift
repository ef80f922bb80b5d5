import ArgumentParsing
import CommandKit
import ItemFormats
import Storage

extension CommandContext {
  /// The form for items, if the words give one.
  var format: ItemFormat? { arguments[GlobalOptions.format] }

  /// The form for lists of items, if the words or the settings give one.
  var listFormat: ItemFormat? { format ?? settings.value(.format, as: ItemFormat.self) }

  /// The form that was given, of those that a command has; for another one, an error with the reason.
  func format(
    among formats: [ItemFormat],
    else reason: String
  ) throws(UsageError) -> ItemFormat? {
    guard let format, !formats.contains(format) else { return format }
    throw arguments.invalidValue(format.rawValue, for: GlobalOptions.format, reason: reason)
  }

  /// Whether the output is JSON, for programs.
  var isJSON: Bool { format == .json || format == .ndjson }

  /// The parts of items to print, if the words name them.
  var fields: [ItemField]? { arguments[GlobalOptions.fields]?.fields }

  /// A printer of items, in the form of the words.
  var printer: ItemPrinter { printer(format) }

  /// A printer of lists of items, in the form of the words or the settings.
  var listPrinter: ItemPrinter {
    var printer = printer(listFormat)
    printer.findBlocked = { [repository] items in
      // Of so many a query is answered; a tree may have more.
      var found: Set<ItemID> = []
      for start in stride(from: 0, to: items.count, by: 10_000) {
        let ids = items[start..<min(start + 10_000, items.count)].map(\.id)
        let blocked = try await repository.items(ItemQuery(.and([.ids(Set(ids)), .blocked])))
        found.formUnion(blocked.map(\.id))
      }
      return found
    }
    return printer
  }

  private func printer(_ format: ItemFormat?) -> ItemPrinter {
    ItemPrinter(output: output, calendar: world.calendar, format: format, fields: fields)
  }

  /// The form for rows that are not items: a table on a terminal, else tsv, unless one was given.
  func rowFormat() throws(UsageError) -> ItemFormat {
    _ = try format(
      among: ItemFormat.allCases.filter { !$0.hasFixedFields },
      else: "it is only for items"
    )
    if let listFormat, !listFormat.hasFixedFields { return listFormat }
    return output.appearance.isTerminal ? .table : .tsv
  }
}
