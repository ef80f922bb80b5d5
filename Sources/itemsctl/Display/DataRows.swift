// Rows that are not items, printed for programs.
//
// json: `{"schema":1,NAME:[ROW, …]}`, and other rows under their names; ndjson: a row a line; csv: a header and the values between
// commas; tsv: the values between tabs. It does not change once shipped.

import CommandKit
import ItemFormats
import Storage

/// Rows of named values.
struct DataRows {
  /// What a document of JSON calls them.
  let name: String
  /// The names of the values of each row.
  let columns: [String]
  /// The values of each row, in the order of the columns.
  let rows: [[JSONValue]]
  /// Rows of other names in the same document of JSON, which other forms have no room for.
  var others: [DataRows] = []

  /// Prints the rows; false, with nothing printed, where a table for people is wanted.
  func print(as format: ItemFormat?, to output: Output) throws(CommandError) -> Bool {
    switch format {
    case .json:
      var document: JSONObject = ["schema": .integer(Int64(ItemJSON.schema))]
      for part in [self] + others {
        document[part.name] = .array(part.rows.map { part.object($0) })
      }
      try output.print(JSONValue.object(document).description)
    case .ndjson:
      for row in rows { try output.print(object(row).description) }
    case .csv:
      for line in [columns] + rows.map({ $0.map(\.text) }) {
        try output.write(Array("\(CSV.line(line))\r\n".utf8))
      }
    case .tsv:
      for row in rows { try output.print(TSV.line(row.map(\.text))) }
    // Tables are for people, and forms with fields of their own are for items alone.
    default: return false
    }
    return true
  }

  private func object(_ row: [JSONValue]) -> JSONValue {
    var object: JSONObject = [:]
    for (column, value) in zip(columns, row) { object[column] = value }
    return .object(object)
  }
}

extension JSONValue {
  /// The value as text between others.
  fileprivate var text: String { string ?? description }
}
