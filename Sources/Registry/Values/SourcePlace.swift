/// Where something is written, as reports name it; a plain value that costs nothing to pass on.
@usableFromInline
struct SourcePlace: Sendable {
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

extension DependencyBox where Value == SourcePlace {
  /// Stands for a closure that sets values: what it reads it is about to change, which is no use of a live value.
  static let update = DependencyBox(
    SourcePlace(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
  )
}

extension SourcePlace: CustomStringConvertible {
  @usableFromInline var description: String { "\(fileID):\(line)" }
}
