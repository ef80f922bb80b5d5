/// A place in the source, for reports.
@usableFromInline
struct SourceLocation: Sendable {
  @usableFromInline let fileID: StaticString
  @usableFromInline let filePath: StaticString
  @usableFromInline let line: UInt
  @usableFromInline let column: UInt

  @inlinable
  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension SourceLocation {
  /// A place in the library, for an issue whose message names its places.
  static var here: SourceLocation {
    SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  }
}

/// Who reads values, on the heap, since they are copied at each read.
@usableFromInline
final class DependencyReader: Sendable {
  let place: SourceLocation

  init(_ place: SourceLocation) {
    self.place = place
  }

  /// Marks a closure that sets values: it reads a value only to change it, which is not a use of a live value.
  static let update = DependencyReader(.here)
}

extension SourceLocation: CustomStringConvertible {
  @usableFromInline var description: String { "\(fileID):\(line)" }
}
