import Files
import Testing

@Suite struct UnfinishedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a replacement keeps nothing of the file that it replaces`() throws {
    let path = try folder.file("a.txt", "a longer text")
    let unfinished = UnfinishedFile(for: path)
    let file = try unfinished.make()
    try file.takeOver(path.status())
    try file.write(Array("new".utf8))
    #expect(try path.text() == "a longer text")
    try unfinished.replace()
    #expect(try path.text() == "new")
    #expect(folder.names == ["a.txt"])
  }

  @Test func `a replacement takes over permissions`() throws {
    let path = try folder.file("a.txt", "old")
    try path.setPermissions(0o640)
    let unfinished = UnfinishedFile(for: path)
    try unfinished.make().takeOver(path.status())
    try unfinished.replace()
    #expect(try path.status().permissions == 0o640)
  }

  @Test func `a new file is the user's alone unless its maker asks for more`() throws {
    let names = ["a", "b", "c"]
    let model = try folder.file("model", "").status()
    for (name, permissions) in zip(names, [nil, UInt32(0o640), 0o644]) {
      let unfinished = UnfinishedFile(for: folder.file(name))
      let file = try permissions.map { try unfinished.make(permissions: $0) } ?? unfinished.make()
      #expect(try file.status().permissions == permissions ?? 0o600)
    }
    try folder.file("model").setPermissions(0o666)
    #expect(try folder.file("model").status().permissions == 0o666)
    let unfinished = UnfinishedFile(for: folder.file("d"))
    #expect(try unfinished.make(like: model).status().permissions == model.permissions)
  }

  @Test func `publishing refuses a name that is taken, and removes the file`() throws {
    let path = try folder.file("a.txt", "first")
    do {
      let unfinished = UnfinishedFile(for: path)
      try unfinished.make().write(Array("second".utf8))
      #expect(try !unfinished.publish())
    }
    #expect(try path.text() == "first")
    #expect(folder.names == ["a.txt"])
  }

  @Test func `publishing refuses the name of a link that leads nowhere`() throws {
    let path = folder.file("a.txt")
    try #require(symbolicLink("nowhere", at: path))
    let unfinished = UnfinishedFile(for: path)
    _ = try unfinished.make()
    #expect(try !unfinished.publish())
  }

  @Test func `a published file has one name`() throws {
    let path = folder.file("a.txt")
    let unfinished = UnfinishedFile(for: path)
    try unfinished.make().write(Array("text".utf8))
    #expect(try unfinished.publish())
    #expect(try path.status().linkCount == 1)
    #expect(folder.names == ["a.txt"])
  }

  @Test func `a file that is given up goes, and what SQLite put beside it`() throws {
    do {
      let unfinished = UnfinishedFile(for: folder.file("a.sqlite"))
      for path in unfinished.temporary.withCompanions { try folder.file(path.name, "") }
      #expect(folder.names.count == 4)
    }
    #expect(folder.names == [])
  }

  @Test func `what SQLite put beside an unfinished file goes when that gets its name`() throws {
    for isReplaced in [true, false] {
      let unfinished = UnfinishedFile(for: folder.file(isReplaced ? "a.sqlite" : "b.sqlite"))
      for path in unfinished.temporary.withCompanions { try folder.file(path.name, "") }
      if isReplaced { try unfinished.replace() } else { #expect(try unfinished.publish()) }
    }
    #expect(folder.names == ["a.sqlite", "b.sqlite"])
  }

  @Test func `a file at its own path stays where it is published, and else goes`() throws {
    let path = folder.file("a.txt").unfinished
    do {
      let unfinished = UnfinishedFile(for: path, at: path)
      _ = try unfinished.make()
      #expect(try unfinished.publish())
    }
    #expect(folder.names == [path.name])
    do { _ = UnfinishedFile(for: path, at: path) }
    #expect(folder.names == [])
  }

  @Test func `a new file takes nobody's place`() throws {
    let path = try folder.file("a.txt", "first")
    let unfinished = UnfinishedFile(for: folder.file("b.txt"), at: path)
    let error = #expect(throws: FileError.self) { try unfinished.make() }
    #expect(error?.operation == .making && error?.reason.kind == .exists)
  }
}
