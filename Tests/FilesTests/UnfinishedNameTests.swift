import Files
import Testing

@Suite struct UnfinishedNameTests {
  private let store = FilePath("/some/items.sqlite")

  @Test func `each name is another one, beside the file, and tells what it is for`() throws {
    let paths = (0..<1_000).map { _ in store.unfinished }
    #expect(Set(paths).count == 1_000)
    for path in paths {
      #expect(path.folder == store.folder && path.isUnfinished)
      let name = try #require(UnfinishedName(path.name))
      #expect(name.isFor("items.sqlite") && !name.isFor("items.sqlite2") && !name.isFor("item"))
      #expect(name.finalName == "items.sqlite")
    }
  }

  @Test func `what SQLite puts beside such a file tells the same`() throws {
    for path in store.unfinished.withCompanions {
      #expect(try #require(UnfinishedName(path.name)).finalName == "items.sqlite")
    }
  }

  @Test func `a file that is made under a lock has one name`() throws {
    #expect(store.unfinishedUnderLock == FilePath("/some/.items.sqlite.tmp"))
    let name = try #require(UnfinishedName(".items.sqlite.tmp"))
    #expect(name.isFor("items.sqlite") && name.finalName == nil)
    let nested = store.unfinished.unfinishedUnderLock
    #expect(try #require(UnfinishedName(nested.name)).finalName == "items.sqlite")
  }

  @Test(arguments: ["items.sqlite", ".items.sqlite", "items.tmp", ".tmp-wal-old", ""])
  func `other names are none`(_ name: String) { #expect(UnfinishedName(name) == nil) }

  @Test(arguments: ["a", "ä", "🧮"])
  func `a long name is cut at 255 bytes`(_ letter: Character) throws {
    let name = String(repeating: letter, count: 255 / String(letter).utf8.count)
    let path = FilePath("/some/\(name)")
    for unfinished in [path.unfinished, path.unfinishedUnderLock] {
      #expect(unfinished.name.utf8.count <= 255 - DatabaseCompanion.rollbackJournal.rawValue.count)
      #expect(try #require(UnfinishedName(unfinished.name)).isFor(name))
    }
  }

  @Test func `two long names that begin alike have different files under their locks`() {
    let start = String(repeating: "a", count: 220)
    let (one, other) = (FilePath("\(start)-1.json"), FilePath("\(start)-2.json"))
    #expect(one.unfinishedUnderLock != other.unfinishedUnderLock)
  }

  @Test func `a name alone is beside itself`() {
    #expect(FilePath("a.json").unfinishedUnderLock == FilePath(".a.json.tmp"))
    #expect(FilePath("/a.json").unfinishedUnderLock == FilePath("/.a.json.tmp"))
  }
}
