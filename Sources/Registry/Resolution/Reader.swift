/// A property or a call that reads a factory's value, and where it is written, for reports.
struct Reader: Sendable {
  let name: StaticString
  let fileID: StaticString
  let line: UInt

  init(_ name: StaticString, _ fileID: StaticString, _ line: UInt) {
    self.name = name
    self.fileID = fileID
    self.line = line
  }

  /// A `@Dependency` at this place.
  init(_ dependency: SourceLocation) {
    self.init("@Dependency", dependency.fileID, dependency.line)
  }

  /// `@Injected (Module/File.swift:line)`.
  var place: String { "\(name) (\(fileID):\(line))" }
}
