/// A property or a call that reads a factory's value, and where it is written, for reports.
@usableFromInline
struct Reader: Sendable {
  @usableFromInline let name: LiteralText
  @usableFromInline let fileID: LiteralText
  @usableFromInline let line: UInt

  @inlinable
  init(_ name: StaticString, _ fileID: StaticString, _ line: UInt) {
    self.name = LiteralText(name)
    self.fileID = LiteralText(fileID)
    self.line = line
  }

  /// A `@Dependency` at this place.
  init(_ dependency: SourceLocation) {
    name = LiteralText("@Dependency")
    fileID = dependency.fileID
    line = UInt(dependency.line)
  }

  /// `@Injected (Module/File.swift:line)`.
  var place: String { "\(name) (\(fileID):\(line))" }
}
