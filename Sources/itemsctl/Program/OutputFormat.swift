// The value of `--format`.

import ArgumentParsing

/// How items are printed, or what a file holds.
enum OutputFormat: String, CaseIterable, ArgumentValue {
  case table, tsv, json, ndjson
}

extension ColorChoice: ArgumentValue {}
