import Storage
import Testing

@Suite struct SQLiteRepositoryTests {
  @Test func `an added item is found by id and number`() async throws {
    let repository = try SQLiteRepository.inMemory()
    let item = try await repository.add(
      ItemDraft(
        title: "Buy milk",
        tags: ["shop", "home"],
        due: nil,
        attributes: ["url": "https://example.org"]
      )
    )
    #expect(item.number == 1)
    #expect(try await repository.item(item.id) == item)
    #expect(try await repository.item(number: 1) == item)
    #expect(try await repository.items() == [item])
    #expect(try await repository.count(.text("mil")) == 1)
    #expect(try await repository.count(.tags(.all, ["shop", "home"])) == 1)
    #expect(try await repository.count(.attribute("url", .contains("example"))) == 1)
    var changed = item
    changed.status = .done
    let done = try await repository.update(changed)
    #expect(done.completedAt != nil)
    try await repository.delete(item.id)
    #expect(try await repository.count(.all) == 0)
    #expect(try await repository.restore(item.id).status == .done)
  }
}
