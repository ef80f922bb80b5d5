// What another process writes, as models here show it.

import Files
import Foundation
import RunningPrograms
import Storage
import Testing

@testable import ItemModels

/// The program that writes; nil if it was not built.
private let probe = BuiltProgram.path("StoreProbe")

@MainActor @Suite(.enabled(if: probe != nil))
struct OtherProcessTests {
  /// A running probe, and what it is spoken to by.
  private func start(_ words: String...) throws -> (LineChannel, RunningProgram) {
    let path = try #require(probe)
    let channel = try LineChannel()
    let program = try channel.start { descriptor throws(SystemError) in
      try RunningProgram([path] + words, input: descriptor, output: descriptor)
    }
    return (channel, program)
  }

  @Test(arguments: ["items.sqlite", "items.json"])
  func `a list follows each write of another process`(_ file: String) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/models-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/\(file)"
    let store = try StoreLocation(path).open()
    let model = ItemListModel(repository: store, query: .open, environment: testEnvironment)
    await until { model.phase == .empty }

    // One item for each line that it reads.
    let (channel, adding) = try start("ping", path, "name=Milk", "count=3")
    for count in 1...3 {
      channel.say("")
      await until { model.items.count == count }
    }
    #expect(model.items.map(\.title) == ["Milk", "Milk", "Milk"] && model.phase == .ready)
    #expect(await adding.end().shellCode == 0)

    // What is written at once is never shown in part.
    let seen = Totals()
    let (_, importing) = try start("import", path, "name=shop", "count=1", "size=1500")
    await until {
      seen.totals.insert(model.total)
      return model.total == 1_503
    }
    #expect(seen.totals == [3, 1_503])
    await until { model.items.count == 300 && model.hasLater }
    #expect(await importing.end().shellCode == 0)

    // What is deleted here is gone there, and what the other process adds then comes to what is left.
    await model.delete(Set(model.items.map(\.id)))
    await until { model.total == 1_203 }
    let (_, again) = try start("add", path, "name=Bread", "count=2")
    await until { model.total == 1_205 }
    #expect(await again.end().shellCode == 0)
    await store.close()
  }
}

/// The numbers of items that a model told of.
@MainActor
private final class Totals {
  var totals: Set<Int> = []
}
