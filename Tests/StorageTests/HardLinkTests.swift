import Files
import Foundation
import TemporaryFolders
import Testing

@testable import Storage

@Suite struct `Hard links` {
  private let folder: TemporaryFolder
  private static let kinds = ["sqlite", "json"]

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }

  /// Makes a store with an item, and gives the file a second name.
  private func makeStore(_ kind: String, linkedTo name: String) async throws -> StoreLocation {
    let location = StoreLocation(folder.file("items.\(kind)"))
    let store = try location.open()
    try await store.add("One")
    await store.close()
    try #require(try path("items.\(kind)").link(to: path(name)))
    return location
  }

  @Test(arguments: kinds)
  func `a store with two names is not opened for writing, under either`(_ kind: String) async throws
  {
    let location = try await makeStore(kind, linkedTo: "other.\(kind)")
    for (name, other) in [("items", "other"), ("other", "items")] {
      let named = StoreLocation(folder.file("\(name).\(kind)"))
      let error = #expect(throws: StorageError.self) { try named.open() }
      #expect(error?.code == .cannotOpen)
      #expect(
        error?.message.contains("'\(folder.file("\(name).\(kind)"))' has another name") == true
      )
      #expect(error?.message.contains("('\(other).\(kind)')") == true)
    }
    try path("other.\(kind)").remove()
    #expect(try await location.open().add("Two").number == 2)
  }

  @Test func `a JSON store with two names is read, and a database is not`() async throws {
    let options = StoreOptions(access: .readOnly)
    let json = try await makeStore("json", linkedTo: "other.json")
    #expect(try await json.open(options: options).items().map(\.title) == ["One"])
    let database = try await makeStore("sqlite", linkedTo: "other.sqlite")
    #expect(throws: StorageError.self) { try database.open(options: options) }
  }

  @Test func `a JSON store that gets a second name while it is open is written no more`()
    async throws
  {
    let store = try JSONFileRepository(at: folder.file("items.json"))
    try await store.add("One")
    try #require(try path("items.json").link(to: path("other.json")))
    let before = try folder.read("items.json")
    let error = await #expect(throws: StorageError.self) { try await store.add("Two") }
    #expect(error?.message.contains("other.json") == true)
    #expect(try folder.read("items.json") == before)
    #expect(path("items.json").isSameFile(as: path("other.json")))
    #expect(try await store.items().count == 1)
  }

  @Test func `a name in another folder is not named, and refused all the same`() async throws {
    try folder.makeFolder("elsewhere")
    let location = try await makeStore("json", linkedTo: "elsewhere/items.json")
    let error = #expect(throws: StorageError.self) { try location.open() }
    #expect(error?.message.contains("has another name, a hard link") == true)
  }

  @Test(arguments: kinds)
  func `the name of an unfinished file is removed and not taken for a person's`(
    _ kind: String
  ) async throws {
    let stray = path("items.\(kind)").unfinished
    let location = try await makeStore(kind, linkedTo: stray.name)
    try StoreFile(folder.file("items.\(kind)")).checkLinks(isLookingOnly: true)
    #expect(stray.exists)
    #expect(try await location.open().add("Two").number == 2)
    #expect(!stray.exists)
  }

  @Test(arguments: kinds)
  func `the file that restoring keeps is not taken for a person's`(_ kind: String) async throws {
    let location = try await makeStore(kind, linkedTo: "items.\(kind).replaced")
    #expect(try await location.open().add("Two").number == 2)
  }

  @Test(arguments: kinds)
  func `a symbolic link does no harm`(_ kind: String) async throws {
    let location = StoreLocation(folder.file("items.\(kind)"))
    try await location.open().add("One")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.\(kind)"),
      withDestinationPath: "items.\(kind)"
    )
    let linked = StoreLocation(folder.file("link.\(kind)"))
    #expect(try await linked.open().add("Two").number == 2)
  }
}
