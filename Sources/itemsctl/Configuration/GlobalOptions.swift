import ArgumentParsing
import CommandKit
import ItemFormats

/// The value of `--context`.
enum ContextChoice: String, CaseIterable, ArgumentValue {
  case live, preview, test
}

/// The options of all commands.
enum GlobalOptions {
  static let store = Option<String?>(
    "store",
    valueName: "path",
    help: "The store: a path that ends in .sqlite or .json, or 'memory:'.",
    environmentVariable: "ITEMSCTL_STORE",
    completion: .files
  )
  static let context = Option<ContextChoice>(
    "context",
    help: "Live uses the store; preview and test use one in memory.",
    default: .live
  )
  static let fixture = Option<FixtureName?>(
    "fixture",
    valueName: "name",
    help: "What a store in memory starts with: 'empty', 'demo', 'full' or 'large:COUNT[:SEED]'."
  )
  static let format = Option<ItemFormat?>(
    "format",
    help:
      "How items are printed: by default a table on a terminal, else tsv. See 'itemsctl help formats'.",
    shorthands: [Shorthand("json", for: "json")]
  )
  static let fields = Option<FieldList?>(
    "fields",
    valueName: "names",
    help:
      "The fields to print, separated by commas: title,due,attr.url. Without it, the fields that "
      + "the format usually has."
  )
  static let color = Option<ColorChoice>(
    "color",
    valueName: "when",
    help: "Whether to use colours.",
    default: .auto,
    environmentVariable: "NO_COLOR"
  )
  static let quiet = Flag("quiet", short: "q", help: "Print data and errors, nothing else.")
  static let verbose = Flag(
    "verbose",
    short: "v",
    help: "Print to standard error what the command does, in which store, and how long it takes."
  )
  static let noInput = Flag(
    "no-input",
    help: "Never ask; a command that needs an answer fails."
  )

  static let group = OptionGroup(
    "GLOBAL OPTIONS",
    scope: .subcommands,
    [store, context, fixture, format, fields, color, quiet, verbose, noInput]
  )
}
