import Files
import Testing

@Suite struct LockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `who comes second gets no lock until the first lets go`() throws {
    let path = try folder.file("a.lock", "").description
    let first = try #require(try LockedFile(path, .update))
    #expect(try LockedFile(path, .update) == nil)
    first.descriptor.unlock()
    #expect(try LockedFile(path, .update) != nil)
  }

  @Test func `a lock goes with its descriptor`() throws {
    let path = folder.file("a.lock").description
    do { _ = try #require(try LockedFile(path, .create)) }
    #expect(try LockedFile(path, .update) != nil)
  }

  @Test func `a lock is of the file that the path leads to`() throws {
    let path = try folder.file("a.lock", "")
    let old = try #require(try LockedFile(path.description, .update))
    try path.remove()
    let new = try #require(try LockedFile(path.description, .create))
    #expect(new.status.id != old.status.id)
    #expect(try new.descriptor.status().id == path.status().id)
  }

  @Test func `a lock is found behind a symbolic link`() throws {
    let path = try folder.file("a.lock", "")
    let link = folder.file("link")
    try #require(symbolicLink("a.lock", at: link))
    let held = try #require(try LockedFile(link.description, .update))
    #expect(try held.path == path.resolved())
    #expect(try LockedFile(path.description, .update) == nil)
  }

  @Test func `a file that is not there is not locked`() {
    let error = #expect(throws: FileError.self) {
      _ = try LockedFile(folder.file("none").description, .update)
    }
    #expect(error?.reason.kind == .missing)
  }
}
