import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Makes a source file's text with errors planted in it, each behind its number (Runtime.swift).
///
/// The text between two errors is the source's own, so that lines stay what they were.
final class Planter {
  /// The errors that were planted, by place.
  private(set) var groups: [Group] = []
  /// The functions' bytes in the planted text.
  private(set) var functions: [Range<Int>] = []

  private var next: Int
  private let file: String
  private let refused: Set<String>
  /// How often the same error was met, so that each has a key of its own.
  private var met: [String: Int] = [:]
  private let converter: SourceLocationConverter
  private let tree: Syntax
  /// What functions return here, innermost last; nil where nothing is returned.
  var returned: [TypeSyntax?] = []
  /// Whether the innermost function is an initialiser, whose assignments make the value whole.
  var initialisers: [Bool] = []

  init(_ source: String, file: String, first: Int, refused: Set<String>) {
    next = first
    self.file = file
    self.refused = refused
    let parsed = Parser.parse(source: source)
    converter = SourceLocationConverter(fileName: file, tree: parsed)
    tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
  }

  /// The number after the last one that was given out.
  var end: Int { next }

  /// The planted text.
  func planted() -> String { resolveMarks(text(tree)) }

  // MARK: - Text

  /// A node's text, with the errors below it planted.
  func text(_ node: Syntax) -> String {
    if let planted = plantedText(node) { return planted }
    if let token = node.as(TokenSyntax.self) { return token.description }
    return children(node)
  }

  func text(_ node: some SyntaxProtocol) -> String { text(Syntax(node)) }

  /// The text of what a node consists of.
  func children(_ node: Syntax) -> String {
    node.children(viewMode: .sourceAccurate).map { text($0) }.joined()
  }

  /// A node's text without what stands around it.
  func core(_ node: some SyntaxProtocol) -> String { inner(text(node), of: node) }

  /// A node's planted text without the blanks and comments around it.
  func inner(_ text: String, of node: some SyntaxProtocol) -> String {
    let before = node.leadingTrivia.description.utf8.count
    let after = node.trailingTrivia.description.utf8.count
    return String(decoding: Array(text.utf8).dropFirst(before).dropLast(after), as: UTF8.self)
  }

  /// Puts what stands around a node around another text.
  func around(_ node: some SyntaxProtocol, _ text: String) -> String {
    node.leadingTrivia.description + text + node.trailingTrivia.description
  }

  // MARK: - Errors

  /// Plants errors at a node; nil if one of them is refused.
  ///
  /// `make` gets the first of their numbers. Errors of one place come and go together, since one function makes them. What is planted below is planted within `make`,
  /// so that a refusal here leaves it to be planted without it.
  func plant(
    _ kind: String,
    at node: some SyntaxProtocol,
    becomes: [String],
    isRemoval: Bool = false,
    _ make: (Int) -> String
  ) -> String? {
    let place = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    let code = Self.line(node.trimmedDescription)
    let mutants = becomes.map { becomes in
      let becomes = Self.line(becomes)
      let key = "\(file)\t\(kind)\t\(code)\t\(becomes)"
      defer { met[key, default: 0] += 1 }
      return Mutant(
        kind: kind,
        line: place.line,
        column: place.column,
        code: code,
        becomes: becomes,
        key: "\(key)\t\(met[key, default: 0])"
      )
    }
    if mutants.contains(where: { refused.contains($0.key) }) { return nil }
    let first = next
    next += mutants.count
    groups.append(Group(first: first, mutants: mutants, range: 0..<0, isRemoval: isRemoval))
    return Mark.begin + "\(groups.count - 1)" + Mark.name + make(first) + Mark.end
  }

  /// Marks a function's text.
  func function(_ text: String) -> String { Mark.function + text + Mark.end }

  /// A text on one line.
  static func line(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }

  // MARK: - Marks

  /// Characters for private use, which no source has, say where errors and functions begin and end.
  private enum Mark {
    static let begin = "\u{E000}"
    static let name = "\u{E001}"
    static let end = "\u{E002}"
    static let function = "\u{E003}"
  }

  /// Takes the marks out, and keeps what they say.
  private func resolveMarks(_ text: String) -> String {
    var bytes: [UInt8] = []
    var open: [(group: Int?, start: Int)] = []
    var name: String?
    for scalar in text.unicodeScalars {
      switch String(scalar) {
      case Mark.begin: name = ""
      case Mark.name:
        open.append((Int(name ?? ""), bytes.count))
        name = nil
      case Mark.function: open.append((nil, bytes.count))
      case Mark.end:
        let closed = open.removeLast()
        if let group = closed.group {
          groups[group].range = closed.start..<bytes.count
        } else {
          functions.append(closed.start..<bytes.count)
        }
      default:
        if name != nil {
          name?.unicodeScalars.append(scalar)
        } else {
          bytes += Array(String(scalar).utf8)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
