import Files
import Migrations
import Testing

@testable import Storage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite struct JSONFileErrorTests {
  static let codes: [(number: Int32, code: StorageError.Code)] = [
    (ENOENT, .cannotOpen), (ENOTDIR, .cannotOpen), (EISDIR, .cannotOpen), (ELOOP, .cannotOpen),
    (ENAMETOOLONG, .cannotOpen), (EMFILE, .cannotOpen), (ENFILE, .cannotOpen),
    (EACCES, .permission), (EPERM, .permission), (EROFS, .readOnly),
    (ENOSPC, .full), (EDQUOT, .full), (EFBIG, .full),
    (EWOULDBLOCK, .busy), (EBUSY, .busy), (ETXTBSY, .busy), (EIO, .inputOutput),
    (ENOMEM, .inputOutput),
  ]

  @Test(arguments: codes)
  func `an error number becomes a code, a sentence and a remedy`(
    number: Int32,
    code: StorageError.Code
  ) {
    let error = StorageError(FileError(.writing, "/a/b.json", SystemError(number: number)))
    #expect(error.code == code)
    #expect(error.message.hasPrefix("Writing '/a/b.json' failed: "))
    #expect(error.message.hasSuffix("."))
    #expect(error.message.split(separator: ". ").count == 2)
  }

  @Test func `the checksum is FNV-1a`() throws {
    // A test vector of the draft that defines it.
    var checksum = Checksum()
    checksum.combine("foobar")
    #expect(checksum.folded == 0x8594_4171 ^ 0xf739_67e8)
  }

  @Test func `a digest tells which field was changed`() throws {
    let first = try ContentDigest(of: item(title: "foobar"))
    var json = Checksum()
    json.combine("\"foobar\"")
    #expect(first[.title] == json.folded && first[.notes] == 0)
    #expect(
      first.changedFields(to: try ContentDigest(of: item(title: "fooba"))).map(\.name) == ["title"]
    )
  }

  private func item(title: String) -> Item {
    let id = ItemID(high: 1, low: 2)
    return Item(ItemDraft(title: title), id: id, number: 1, now: .init(millisecondsSince1970: 0))
  }
}
