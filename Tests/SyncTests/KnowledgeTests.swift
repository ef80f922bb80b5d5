// The simulator's books of who knew what: an edit made in the knowledge of another must not lose to it.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct KnowledgeTests {
  typealias World = SimulatedWorld<ModelStore>

  private let title = Field.fixed(.title)

  /// A world whose devices all have the item of another author's program, and its title.
  private func worldWithForeignItem() async throws -> (world: World, text: String) {
    let world = try World(quietWithSeed: 1)
    // A program of another author needs a space that is there.
    try await world.run(steps: 0)
    try await world.befall(.foreignPush, device: 0)
    try await world.run(steps: 0)
    let text = try #require(try await world.text(of: World.foreignItem, title, on: 1))
    return (world, text)
  }

  @Test func `an edit of a text may lose to an import of the same text`() async throws {
    let (world, text) = try await worldWithForeignItem()
    world.setClock(ahead: 60_000, device: 0)
    try await world.edit(World.foreignItem, .bring([(title, .string(text))]), on: 0)
    // Made from the text as it was pushed: nobody here has heard of the import.
    try await world.edit(World.foreignItem, .set([(title, .string("edited"))]), on: 1)
    try await world.run(steps: 0)
    #expect(try await world.text(of: World.foreignItem, title, on: 1) == text)
  }

  @Test func `an edit of a text must not lose to that text`() async throws {
    let (world, text) = try await worldWithForeignItem()
    try await world.edit(World.foreignItem, .set([(title, .string("edited"))]), on: 1)
    // Sync did nothing yet, which is as if the edit had lost.
    let error = await #expect(throws: BrokenPromise.self) {
      try await world.checkKnowledgeWins(in: 0)
    }
    #expect(error.map { "\($0)".contains(text) } == true)
    try await world.run(steps: 0)
    #expect(try await world.text(of: World.foreignItem, title, on: 0) == "edited")
  }
}
