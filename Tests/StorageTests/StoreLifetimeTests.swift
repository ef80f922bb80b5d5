#if os(Linux)
import Foundation
import Storage
import TemporaryFolders
import Testing

/// What closes the files of a store.
@Suite struct `The files of a store` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// How many files of the folder this process has open.
  private func openFiles() throws -> Int {
    let all = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    // The descriptor of the listing itself is gone by now.
    let paths = all.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    return paths.count { $0.hasPrefix(folder.path + "/") }
  }

  @Test(arguments: ["a.sqlite", "a.json"])
  func `are closed with it, and when its last user releases it`(name: String) async throws {
    for closes in [true, false] {
      var store: (any ItemRepository)? = try StoreLocation(folder.file(name)).open()
      try await store?.add("Milk")
      #expect(try await store?.count(.all) ?? 0 > 0)
      if name.hasSuffix("sqlite") { #expect(try openFiles() > 0) }
      if closes { await store?.close() }
      store = nil
      #expect(try openFiles() == 0, "closed: \(closes)")
    }
  }
}
#endif
