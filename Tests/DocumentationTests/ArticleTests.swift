import Foundation
import RunningPrograms
import Testing

/// The code blocks of the articles are parts of files which are compiled and run.
///
/// The article `Scopes.md` of Registry has its blocks in `Registry/ScopesTests.swift`, the article `Queries.md` of Storage
/// in `Storage/QueriesArticleTests.swift`: one target takes a file's name once. A block under a line that says "Checked by
/// Scripts/check-swiftui" needs SwiftUI and is found in that check's examples, in `ScopesViews.swift`; one
/// under "From PATH" is a part of that file.
@Suite struct `The articles` {
  @Test func `are there`() {
    let articles = Article.all.map { "\($0.module)/\($0.name)" }
    #expect(
      articles == [
        "Registry/ComingFromFactory", "Registry/ComingFromSwiftDependencies",
        "Registry/ContextValues", "Registry/Contexts", "Registry/GettingStarted",
        "Registry/Lifetime", "Registry/ModelsAndPreviews", "Registry/Registry", "Registry/Scopes",
        "Registry/Testing", "Registry/ThrowingAndAsync",
        "RegistryTesting/RegistryTesting",
        "Storage/Backends", "Storage/BesideOtherLibraries", "Storage/Durability",
        "Storage/Embedding", "Storage/GettingStarted",
        "Storage/Migrations", "Storage/Observing", "Storage/Queries", "Storage/Records",
        "Storage/RepeatingItems", "Storage/Storage", "Storage/TestingWithFixtures",
        "Storage/UndoAndRedo", "Storage/Versions", "Storage/WritingABackend",
        "StorageTesting/StorageTesting",
        "Sync/Conflicts", "Sync/HowSyncWorks", "Sync/Sync", "Sync/TestingWithAFailingNetwork",
        "Sync/WritingANetworkService",
        "SyncTesting/SyncTesting",
        "SyncHTTP/SyncHTTP",
        "ItemModels/FromContainerToScreen", "ItemModels/ItemModels",
      ]
    )
  }

  @Test(arguments: Article.all)
  func `show code that is compiled and run`(_ article: Article) throws {
    let blocks = CodeBlock.blocks(in: try Article.text(article.path))
    #expect(!blocks.isEmpty)
    for block in blocks where !block.isParsedOnly {
      let path = article.file(with: block)
      guard try !block.isPart(of: Article.text(path)) else { continue }
      Issue.record("line \(block.line): this is no part of \(path):\n\(block.text)")
    }
  }

  @Test func `show code of other libraries that is Swift`() async throws {
    var count = 0
    let folder = try ArticleFolder()
    for article in Article.all {
      for block in CodeBlock.blocks(in: try Article.text(article.path)) where block.isParsedOnly {
        count += 1
        let path = folder.file("\(article.name)-\(block.line).swift")
        try block.text.write(toFile: path, atomically: true, encoding: .utf8)
        let compiler = try RunningProgram(["/usr/bin/env", "swiftc", "-parse", path])
        #expect(await compiler.end().shellCode == 0, "\(article.name), line \(block.line)")
      }
    }
    #expect(count == 3)
  }

  @Test(arguments: Article.all)
  func `name files that are there`(_ article: Article) throws {
    let text = try Article.text(article.path)
    let paths = text.matches(of: /`((?:migrations|Scripts|Sources|Tests|Examples)\/[^`…]+)`/)
    for path in paths.map({ String($0.output.1) }) {
      #expect(FileManager.default.fileExists(atPath: Article.root.appending(path: path).path))
    }
  }
}

/// An article of a module's documentation.
struct Article: Sendable, CustomTestStringConvertible {
  let module: String
  let name: String

  var testDescription: String { "\(name) of \(module)" }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static let modules = [
    "Registry", "RegistryTesting", "Storage", "StorageTesting", "Sync", "SyncTesting", "SyncHTTP",
    "ItemModels",
  ]

  static let all = modules.flatMap { module in
    let catalog = root.appending(path: "Sources/\(module)/\(module).docc")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: catalog.path)) ?? []
    return files.filter { $0.hasSuffix(".md") }.sorted().map {
      Article(module: module, name: String($0.dropLast(3)))
    }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  var path: String { "Sources/\(module)/\(module).docc/\(name).md" }

  /// The file that is to hold a block.
  func file(with block: CodeBlock) -> String {
    if let origin = block.origin { return origin }
    if block.needsSwiftUI { return "Tests/SwiftUIStandIn/Examples/\(name)Views.swift" }
    let suffix = module == "Registry" ? "Tests" : "ArticleTests"
    return "Tests/DocumentationTests/\(module)/\(name)\(suffix).swift"
  }
}
