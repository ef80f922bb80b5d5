import ChildProcesses
import Files
import Foundation
import RunningPrograms
import Testing

/// The README's code blocks are files of this target, and its commands are run.
@Suite struct `The README` {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The code blocks of a language, in order.
  private static func blocks(_ language: String) throws -> [String] {
    var blocks: [String] = []
    var current: [Substring]?
    for line in try text("README.md").split(separator: "\n", omittingEmptySubsequences: false) {
      if current == nil, line == "```\(language)" {
        current = []
      } else if let lines = current, line == "```" {
        blocks.append(lines.joined(separator: "\n") + "\n")
        current = nil
      } else {
        current?.append(line)
      }
    }
    return blocks
  }

  @Test(arguments: [
    (0, "ShoppingList.swift"), (1, "ShoppingListTests.swift"), (2, "Outbox.swift"),
  ])
  func `shows code that this target compiles and runs`(index: Int, file: String) throws {
    let blocks = try Self.blocks("swift")
    #expect(blocks.count == 3)
    #expect(try blocks[index] == Self.text("Tests/DocumentationTests/\(file)"))
  }

  @Test func `shows commands that print what it says`() async throws {
    let blocks = try Self.blocks("console")
    #expect(blocks.count == 2)
    // Each block begins anew.
    for block in blocks {
      let folder = try ScratchFolder()
      for entry in ConsoleEntry.entries(in: block) {
        let printed = try await folder.run(entry.command)
        #expect(entry.accepts(printed), "\(entry.command) printed:\n\(printed)")
      }
    }
  }

  @Test func `links to files that are there`() throws {
    let links = try Self.text("README.md").matches(of: /\]\(([^)#]+)\)/).map { String($0.output.1) }
    #expect(links.contains("CHANGELOG.md"))
    for link in links where !link.contains("://") {
      let path = Self.root.appending(path: link).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link)")
    }
  }

  @Test func `names scripts that are there`() throws {
    for script in ["Scripts/install", "Scripts/run", "Scripts/test", "Scripts/bench"] {
      #expect(try Self.text("README.md").contains(script))
      let path = Self.root.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: path))
    }
  }
}

/// A command of a console block and what it is to print.
private struct ConsoleEntry {
  var command: String
  var expected = ""

  static func entries(in block: String) -> [ConsoleEntry] {
    var entries: [ConsoleEntry] = []
    for line in block.split(separator: "\n") {
      if line.hasPrefix("$ ") {
        entries.append(ConsoleEntry(command: String(line.dropFirst(2))))
      } else if !entries.isEmpty {
        entries[entries.count - 1].expected += line + "\n"
      }
    }
    return entries
  }

  /// Compares, with "…" standing for anything within a line.
  func accepts(_ printed: String) -> Bool {
    let wanted = expected.split(separator: "\n")
    let lines = printed.split(separator: "\n")
    return wanted.count == lines.count
      && zip(wanted, lines).allSatisfy { Self.matches($0, String($1)) }
  }

  private static func matches(_ pattern: Substring, _ line: String) -> Bool {
    let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
    var rest = line[...]
    for (index, part) in parts.enumerated() {
      if index == 0 {
        guard rest.hasPrefix(part) else { return false }
        rest = rest.dropFirst(part.count)
      } else if index == parts.count - 1 {
        return rest.hasSuffix(part)
      } else {
        guard let range = rest.firstRange(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
    }
    return rest.isEmpty
  }
}

/// A folder in which a shell finds the command that was built beside these tests.
private final class ScratchFolder {
  let path: URL

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: path) }

  /// What a command prints on either stream.
  func run(_ command: String) async throws -> String {
    let pipe = try PipeEnds()
    let program = try RunningProgram(
      ["/bin/sh", "-c", command],
      variables: [
        "PATH": "\(Self.productsFolder):/usr/bin:/bin", "TZ": "UTC", "HOME": path.path,
        "LANG": "C.UTF-8",
      ],
      folder: path.path,
      output: pipe.writing.number,
      errors: pipe.writing.number
    )
    pipe.writing.close()
    var bytes: [UInt8] = []
    while case let piece = try pipe.reading.read(), !piece.isEmpty { bytes += piece }
    _ = await program.end()
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The folder of the build's products: where the running test bundle is.
  private static var productsFolder: String {
    #if canImport(Darwin)
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return bundle?.bundleURL.deletingLastPathComponent().path ?? "."
    #else
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    #endif
  }
}
