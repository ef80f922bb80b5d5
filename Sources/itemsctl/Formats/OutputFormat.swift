import ArgumentParsing

/// How items are printed, or what a file holds.
enum OutputFormat: String, CaseIterable, ArgumentValue {
  case table, json, ndjson, csv, tsv
  case todoTxt = "todo.txt"
  case taskwarrior

  /// The same as the form of a file; nil for what only people read.
  var file: FileFormat? { FileFormat(rawValue: rawValue) }

  /// Whether somebody else decided on what is said of an item.
  var hasFixedFields: Bool { self == .todoTxt || self == .taskwarrior }
}

extension FileFormat {
  /// The same as a form of output.
  var output: OutputFormat? { OutputFormat(rawValue: rawValue) }
}
