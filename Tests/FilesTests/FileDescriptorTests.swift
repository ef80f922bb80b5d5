import Files
import Testing

@Suite struct FileDescriptorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `what was written is read, at once and piece by piece`() throws {
    let file = try FileDescriptor(folder.file("a").description, .createNew)
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
    try file.write(bytes)
    #expect(try file.readAll() == bytes)
    try file.rewind()
    var read: [UInt8] = []
    while case let piece = try file.read(atMost: 30_000), !piece.isEmpty { read += piece }
    #expect(read == bytes)
  }

  @Test func `a pipe tells that its reader is gone`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    try writing.write([1])
    #expect(try reading.read() == [1])
    #expect(!writing.isHungUp)
    reading.close()
    #expect(writing.isHungUp)
  }

  @Test func `a pipe is at its end once its writer is closed`() throws {
    let (reading, writing) = try FileDescriptor.pipe()
    writing.close()
    #expect(try reading.read() == [])
  }

  @Test func `a temporary file is the user's alone, and another one each time`() throws {
    let files = try (0..<10).map { _ in
      try FilePath.temporary(in: folder.path.description, prefix: "x", suffix: ".txt")
    }
    #expect(Set(folder.names).count == 10)
    #expect(folder.names.allSatisfy { $0.hasPrefix("x.") && $0.hasSuffix(".txt") })
    for file in files { #expect(try file.status().permissions == 0o600) }
  }

  @Test func `an error says what was being done, to what, and why`() {
    let path = folder.file("none").description
    let error = #expect(throws: FileError.self) { try FileDescriptor(path, .read) }
    #expect(error?.description == "Opening '\(path)' failed: No such file or directory.")
    #expect(error?.reason.kind == .missing)
  }
}

@Suite struct SystemErrorTests {
  @Test(arguments: [
    (2, "No such file or directory", SystemError.Kind.missing),
    (13, "Permission denied", .permission), (17, "File exists", .exists),
    (28, "No space left on device", .full), (30, "Read-only file system", .readOnly),
    (21, "Is a directory", .folder), (32, "Broken pipe", .pipeClosed),
    (5, "Input/output error", .other),
  ])
  func `a number has the system's words and a kind`(
    _ number: Int32,
    _ words: String,
    _ kind: SystemError.Kind
  ) {
    #expect(SystemError(number: number).description == words)
    #expect(SystemError(number: number).kind == kind)
  }
}
