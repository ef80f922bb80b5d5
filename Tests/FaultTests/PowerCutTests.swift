// What is found of a store after the power went, on a disk that keeps only what was waited for.

import Storage
import TemporaryFolders
import Testing

/// The probe notes what a disk was told, and looks at what such a disk may have at very many moments.
@Suite(.serialized, .enabled(if: Probe.path != nil && Probe.canFail)) struct PowerCutTests {
  private func outcome(
    _ file: String,
    cuts: Int,
    _ options: String...
  ) async throws -> (lost: Int, damaged: Int, report: String) {
    let folder = try TemporaryFolder()
    let seed = UInt64.random(in: 1...999_999)
    let words = ["power", folder.file(file), "seed=\(seed)", "cuts=\(cuts)"]
    let result = try await Probe(words + options).result()
    let figures = try #require(
      result.lines.last?.split(separator: " ").map { $0.split(separator: "=")[1] },
      "\(result.lines)"
    )
    try #require(result.code == 0 && figures.count == 3)
    let report = "seed=\(seed): \(result.lines.suffix(3))"
    return (Int(figures[1]) ?? -1, Int(figures[2]) ?? -1, report)
  }

  @Test(arguments: ["items.sqlite", "items.json"])
  func `a power cut takes nothing that was acknowledged`(_ file: String) async throws {
    let (lost, damaged, report) = try await outcome(file, cuts: file == "items.json" ? 40 : 200)
    #expect(lost == 0 && damaged == 0, "\(report)")
  }

  @Test func `with normal durability the last writes may go, but nothing is damaged`() async throws
  {
    let (lost, damaged, report) = try await outcome("items.sqlite", cuts: 120, "normal=yes")
    #expect(lost > 0, "the simulation would not notice a loss; \(report)")
    #expect(damaged == 0, "\(report)")
  }

  @Test func `folders that were made outlast a power cut`() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("store")
    let result = try await Probe("folders", folder.file("store")).result()
    #expect(result.said("synced") == ["store", "a"], "\(result)")
  }

  /// What these tests stand upon: a disk that does not wait is found out.
  @Test(arguments: [
    ("items.sqlite", "files"), ("items.json", "files"), ("items.json", "folders"),
  ])
  func `a store that did not wait for the disk would be noticed`(
    _ file: String,
    _ ignored: String
  ) async throws {
    let (lost, damaged, report) = try await outcome(file, cuts: 40, "ignore=\(ignored)")
    #expect(lost + damaged > 0, "\(report)")
  }
}
