// Several processes that write to one store at once.

import Storage
import TemporaryFolders
import Testing

@Suite(.serialized, .enabled(if: Probe.path != nil)) struct ManyWritersTests {
  @Test(
    arguments: ["items.sqlite", "items.json"],
    [2, 8]
  )
  func `processes that make and fill a store together all keep what they were told`(
    _ file: String,
    _ writers: Int
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file(file)
    let count = file.hasSuffix("json") ? 100 / writers : 400 / writers
    let probes = try (1...writers).map { writer in
      try Probe("add", path, "name=w\(writer)", "count=\(count)", "syncs=no")
    }
    var said: [Int: String] = [:]
    for probe in probes {
      let result = await probe.result()
      #expect(result.code == 0 && result.lines.last == "done", "\(result.lines.suffix(2))")
      for line in result.said("added") {
        let words = line.split(separator: " ")
        let number = try #require(Int(words[0]))
        #expect(said[number] == nil, "the number \(number) was given out twice")
        said[number] = String(words[1])
      }
    }
    #expect(said.count == writers * count)
    let store = try StoreLocation(path).open()
    #expect(try await store.check() == [])
    let items = try await store.items()
    #expect(Dictionary(uniqueKeysWithValues: items.map { ($0.number, $0.title) }) == said)
    await store.close()
  }
}
