import Files
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Makes a symbolic link; false where that failed.
func symbolicLink(_ target: String, at path: FilePath) -> Bool {
  unsafe symlink(target, path.description) == 0
}

@Suite struct FilePathTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("/a/b", "/a", "b", "/a"), ("/a", "/", "a", "/"), ("a/b", "a", "b", "a"),
    ("a", ".", "a", nil), ("/", "/", "", nil),
  ])
  func `a path has a folder and a name`(
    _ path: String,
    _ folder: String,
    _ name: String,
    _ parent: String?
  ) {
    #expect(FilePath(path).folder.description == folder)
    #expect(FilePath(path).name == name)
    #expect(FilePath(path).parent?.description == parent)
  }

  @Test func `a symbolic link is followed, and one that leads nowhere takes its name`() throws {
    let path = try folder.file("a", "text")
    let (link, broken) = (folder.file("link"), folder.file("broken"))
    try #require(symbolicLink("a", at: link) && symbolicLink("nowhere", at: broken))
    #expect(link.kind == .file && link.isSameFile(as: path) && link.size == 4)
    #expect(try link.resolved() == path.resolved())
    #expect(broken.kind == .nothing && !broken.exists && !broken.isFree)
    #expect(broken.resolvedIfThere == broken)
  }

  @Test func `a second name is counted, and never takes another file's place`() throws {
    let (path, other) = (try folder.file("a", "one"), try folder.file("b", "two"))
    #expect(try !path.link(to: other))
    #expect(try other.text() == "two")
    #expect(try path.link(to: folder.file("c")))
    #expect(try path.status().linkCount == 2)
  }

  @Test func `without second names, a name that is taken is not given either`() throws {
    let (path, other) = (try folder.file("a", "one"), try folder.file("b", "two"))
    let broken = folder.file("broken")
    try #require(symbolicLink("nowhere", at: broken))
    #expect(try !path.renameIfFree(to: other) && !path.renameIfFree(to: broken))
    #expect(try other.text() == "two" && broken.kind == .nothing)
    #expect(try path.renameIfFree(to: folder.file("c")))
    #expect(try folder.file("c").text() == "one")
    #expect(folder.names == ["b", "broken", "c"])
  }

  @Test(arguments: [ENOSYS, ENOTSUP, EOPNOTSUPP])
  func `a file system without a call is known`(_ number: Int32) {
    #expect(SystemError(number: number).kind == .unsupported)
  }

  @Test func `without second names, one of many gets the name`() async throws {
    for round in 1...20 {
      let place = folder.file("place-\(round)")
      let paths = try (1...4).map { try folder.file("\(round)-\($0)", "\($0)") }
      let named = await withTaskGroup { group in
        for path in paths {
          group.addTask { (try? path.renameIfFree(to: place)) == true ? path : nil }
        }
        return await group.reduce(into: [FilePath]()) { if let path = $1 { $0.append(path) } }
      }
      #expect(named.count == 1)
      #expect(try named.map { "\($0)".suffix(1) } == [place.text()[...]])
    }
  }

  @Test func `a name that cannot be given leaves nothing under it`() throws {
    let place = folder.file("place")
    #expect(throws: FileError.self) { try folder.file("none").renameIfFree(to: place) }
    #expect(folder.names == [])
  }

  @Test func `to remove what is not there is fine, and a folder is not removed so`() throws {
    try folder.file("none").remove()
    #expect(throws: FileError.self) { try folder.path.remove() }
  }

  @Test func `folders are made with those that they are in, for the user alone`() throws {
    let inner = folder.file("x/y")
    #expect(inner.missingFolders == [inner, folder.file("x")])
    let made = try inner.makeFolder()
    #expect(made == [inner, folder.file("x")])
    #expect(try inner.status().permissions == 0o700)
    #expect(try inner.makeFolder() == [])
    FilePath.removeEmptyFolders(made)
    #expect(folder.names == [])
  }

  @Test func `where a folder cannot be made, none is left`() throws {
    try folder.file("file", "")
    let error = #expect(throws: FileError.self) { try folder.file("file/x/y").makeFolder() }
    #expect(error?.operation == .making)
    let long = String(repeating: "a", count: 300)
    #expect(throws: FileError.self) { try folder.file("x/\(long)").makeFolder() }
    #expect(folder.names == ["file"])
  }

  @Test func `what is at a path is told apart`() throws {
    #expect(folder.path.kind == .folder && folder.path.isSpecial)
    #expect(FilePath("/dev/null").kind == .other && FilePath("/dev/null").isSpecial)
    let empty = try folder.file("empty", "")
    #expect(empty.isEmptyFile && !empty.isSpecial && !empty.isExecutable)
    #expect(FilePath("\(empty)/x").kind == .nothing)
    #expect(folder.file(String(repeating: "a", count: 300)).exists)
  }

  @Test func `a file is known again until it is written to or replaced`() throws {
    let path = try folder.file("a", "one")
    let before = try path.status()
    #expect(try path.status().identity == before.identity)
    try FileDescriptor(path.description, .update).write(Array("four".utf8))
    #expect(try path.status().identity != before.identity && path.status().id == before.id)
  }

  @Test func `the program, its folder and free space are known`() throws {
    #expect(try #require(FilePath.runningProgram).isExecutable)
    #expect(FilePath.currentFolder?.hasPrefix("/") == true)
    #expect(try #require(folder.path.freeBytes) > 0)
  }
}
