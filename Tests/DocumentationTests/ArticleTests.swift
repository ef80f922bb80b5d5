import Foundation
import Storage
import TemporaryFolders
import Testing

/// What holds of the articles beside their Swift blocks, which `Scripts/check-blocks` compiles and runs.
@Suite struct `The articles` {
  @Test func `are there`() {
    let articles = Article.all.map { "\($0.module)/\($0.name)" }
    #expect(
      articles == [
        "Registry/ComingFromFactory", "Registry/ComingFromSwiftDependencies",
        "Registry/ContextValues", "Registry/Contexts", "Registry/GettingStarted",
        "Registry/HowAResolutionGoes", "Registry/Lifetime", "Registry/ModelsAndPreviews",
        "Registry/Registry", "Registry/Scopes", "Registry/Testing", "Registry/ThrowingAndAsync",
        "RegistryTesting/RegistryTesting",
        "Storage/Attributes", "Storage/Backends", "Storage/BesideOtherLibraries",
        "Storage/DaysAndTimes", "Storage/Durability", "Storage/GettingStarted",
        "Storage/Migrations", "Storage/Observing", "Storage/Queries", "Storage/Records",
        "Storage/RepeatingItems", "Storage/Storage", "Storage/TestingWithFixtures",
        "Storage/UndoAndRedo", "Storage/Versions", "Storage/WritingABackend",
        "StorageTesting/StorageTesting",
        "Sync/Conflicts", "Sync/HowSyncWorks", "Sync/Sync", "Sync/TestingWithAFailingNetwork",
        "Sync/WritingANetworkService",
        "SyncTesting/SyncTesting",
        "SyncHTTP/SyncHTTP",
        "ItemModels/ItemModels",
        "ItemContainer/FromContainerToScreen", "ItemContainer/ItemContainer",
        "ItemContainer/StoresInPreviews",
      ]
    )
  }

  @Test(arguments: Article.all)
  func `show code`(_ article: Article) throws {
    #expect(try Article.text(article.path).contains("\n```swift\n"))
  }

  @Test(arguments: Article.all)
  func `name files that are there`(_ article: Article) throws {
    let text = try Article.text(article.path)
    let paths = text.matches(of: /`((?:migrations|Scripts|Sources|Tests|Examples)\/[^`…]+)`/)
    for path in paths.map({ String($0.output.1) }) {
      #expect(FileManager.default.fileExists(atPath: Article.root.appending(path: path).path))
    }
  }

  @Test func `list the keys of a record that are parts, and the names that it cannot have`() throws
  {
    let text = try Article.text("Sources/Storage/Storage.docc/Records.md")
    func names(after start: String) throws -> [String] {
      let paragraphs = text.components(separatedBy: "\n\n")
      let paragraph = try #require(paragraphs.first { $0.hasPrefix(start) })
      // The list is the first sentence.
      let list = paragraph.prefix { $0 != "." }
      return list.matches(of: /`(\w+)`/).map { String($0.output.1) }
    }
    let parts = try names(after: "These keys become the part of the item")
    #expect(parts.sorted() == ItemPart.recordParts.keys.sorted())
    let reserved = try names(after: "Every item has these by itself")
    #expect(reserved.sorted() == ItemPart.reservedNames.keys.sorted())
  }

  @Test func `show how a JSON file begins`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("items.json")
    let moment = Date(timeIntervalSince1970: 1_800_000_000)
    let environment = StoreEnvironment(now: { moment }, random: { 0x0123_4567_89ab_cdef })
    let store = try JSONFileRepository(at: path, environment: environment)
    let draft = ItemDraft(title: "Paint the hull", priority: .high, list: "boat", tags: ["spring"])
    var item = try await store.add(draft)
    item.attributes["litres"] = 2
    try await store.update(item)
    await store.close()
    let article = try Article.text("Sources/Storage/Storage.docc/Backends.md")
    let block = try #require(article.firstMatch(of: /```json\n(?s:(.*?))```/))
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix(String(block.output.1)), "\(text)")
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
    "ItemModels", "ItemContainer",
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
}
