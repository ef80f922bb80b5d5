// Expectations as functions, for contracts, which have hundreds of them.
//
// `#expect` writes out its expression, its comments and its place at each use, as closures and calls of generic
// functions. That was most of what the compiler read, checked and translated of a contract, above all in release and
// with a sanitizer. A call of these functions passes its values, and the rest is done here, once.

import Testing

/// Expects two values to be equal, and records both if they are not.
@inline(never)
package func expect<Value: Equatable>(
  _ found: Value,
  equals wanted: Value,
  _ comment: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  if found == wanted { return }
  let message = "Expected \(String(reflecting: wanted)), found \(String(reflecting: found))"
  record(message, comment(), CodePlace(fileID, filePath, line, column))
}

/// Expects a condition to hold.
@inline(never)
package func expect(
  _ condition: Bool,
  _ comment: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  if condition { return }
  record("The condition does not hold", comment(), CodePlace(fileID, filePath, line, column))
}

/// Returns a value that must be there; records its absence and throws otherwise.
@inline(never)
package func require<Value>(
  _ value: Value?,
  _ comment: @autoclosure () -> String = "",
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: Int = #line,
  column: Int = #column
) throws -> Value {
  if let value { return value }
  record("The value is missing", comment(), CodePlace(fileID, filePath, line, column))
  throw MissingValue()
}

/// A value that a check needs is not there; the issue that says so has been recorded.
package struct MissingValue: Error {}

/// The place of an expectation; a `SourceLocation` is made of it only for an issue.
private struct CodePlace {
  let fileID: StaticString
  let filePath: StaticString
  let line: Int
  let column: Int

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: Int, _ column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

private func record(_ message: String, _ comment: String, _ place: CodePlace) {
  let text = comment.isEmpty ? message : "\(message): \(comment)"
  Issue.record(
    Comment(rawValue: text),
    sourceLocation: SourceLocation(
      fileID: "\(place.fileID)",
      filePath: "\(place.filePath)",
      line: place.line,
      column: place.column
    )
  )
}
