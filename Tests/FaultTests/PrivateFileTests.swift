import Foundation
import Storage
import TemporaryFolders
import Testing

/// A store that its user alone may read stays so, wherever a process that writes is killed.
@Suite(.serialized, .enabled(if: Probe.path != nil && Probe.canFail)) struct PrivateFileTests {
  @Test(arguments: [("add", "json"), ("backup", "json"), ("backup", "sqlite")])
  func `what a killed process leaves of a private store can be read by nobody else`(
    _ command: String,
    _ kind: String
  ) async throws {
    var seen = 0
    for call in 1...400 {
      let folder = try TemporaryFolder()
      let (path, from) = (folder.file("items.\(kind)"), folder.file("from"))
      let store = try StoreLocation(path).open()
      try await store.add("One")
      await store.close()
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      let words = [command, path, "from=\(from)", "syncs=no", "count=1", "die=\(call)"]
      let result = try await Probe(words).result()
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
        let permissions = try #require(attributes[.posixPermissions] as? Int)
        #expect(permissions & 0o077 == 0, "\(name) after \(call) calls")
        if name.hasSuffix(".tmp") { seen += 1 }
      }
      if result.code == 0 { break }
    }
    #expect(seen > 0, "no kill left an unfinished file")
  }
}
