import HubServer
import Storage
import Sync
import Testing

/// The limit of spaces holds for each way by which there can be one more.
@Suite struct `The limit of spaces` {
  private func expectRefusal(
    _ location: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: HubError.self, sourceLocation: location) { try body() }
    #expect(error?.code == .invalid, sourceLocation: location)
    #expect(error?.message.contains("'spaces'") == true, sourceLocation: location)
  }

  @Test func `holds for a first token, for one that is made and for one that is imported`() throws {
    let hub = try TestHub()
    _ = try hub.administration.createToken(space: "a", maxSpaces: 2)
    try hub.administration.createSpace("b", maxSpaces: 2)
    var exported: [UInt8] = []
    _ = try hub.administration.exportSpace("a") { exported += $0 }
    expectRefusal { _ = try hub.administration.createToken(space: "c", maxSpaces: 2) }
    expectRefusal { try hub.administration.createSpace("c", maxSpaces: 2) }
    expectRefusal {
      var pieces = [exported][...]
      _ = try hub.administration.importSpace("c", maxSpaces: 2) { pieces.popFirst() }
    }
    #expect(try hub.administration.spaces().map(\.name) == ["a", "b"])
    #expect(try hub.administration.tokens().map(\.space) == ["a"])
    // A further token, and what is put into an empty space, are no further space.
    _ = try hub.administration.createToken(space: "b", maxSpaces: 2)
    var pieces = [exported][...]
    _ = try hub.administration.importSpace("b", maxSpaces: 2) { pieces.popFirst() }
    // A deleted one leaves room.
    try hub.administration.deleteSpace("a")
    _ = try hub.administration.createToken(space: "c", maxSpaces: 2)
    expectRefusal { try hub.administration.createSpace("a", maxSpaces: 2) }
  }

  @Test func `is a thousand unless told otherwise`() throws {
    let hub = try TestHub()
    for number in 0..<1_000 { try hub.administration.createSpace("space-\(number)") }
    expectRefusal { _ = try hub.administration.createToken(space: "another") }
    expectRefusal { try hub.administration.createSpace("another") }
    #expect(try hub.administration.spaces().count == 1_000)
  }

  @Test func `cannot be gone around by a device`() async throws {
    let hub = try TestHub()
    let token = try hub.token()
    let seen = try await hub.page(token: token).token
    for space in ["other", "main2", "main/x"] {
      let reply = await hub.push([change(1)], space, token: token, counter: 1, seen: seen)
      #expect(reply.status == 404)
    }
    try hub.administration.deleteSpace("main")
    #expect(await hub.push([change(1)], token: token, counter: 1, seen: seen).status == 410)
    #expect(try hub.administration.spaces().isEmpty)
  }
}
