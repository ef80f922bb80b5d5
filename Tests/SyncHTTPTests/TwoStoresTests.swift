// Two stores that meet at a real hub, through real HTTP.

import Foundation
import LoopbackHTTP
import Storage
import Sync
import SyncHTTP
import Testing

@Suite(.needsLibcurl) struct `Two stores behind HTTP` {
  private static func engine(
    _ store: any ReplicaStore,
    _ responder: LoopbackResponder
  ) throws -> SyncEngine {
    SyncEngine(
      store: store,
      remote: try Remote("\(responder.origin)/main"),
      networkService: try HTTPNetworkService(loopback: responder)
    )
  }

  @Test func `come to hold the same`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let (first, second) = (try SQLiteRepository.inMemory(), try SQLiteRepository.inMemory())
    let milk = try await first.add(ItemDraft(title: "Milk + \u{1F95B} & \"more\"", tags: ["shop"]))
    try await second.add("Bread")
    for store in [first, second, first] { _ = try await Self.engine(store, responder).sync() }
    #expect(try await second.item(milk.id)?.title == milk.title)
    #expect(try await first.count(.text("bread")) == 1)
    let summary = try await Self.engine(second, responder).sync(verifies: true)
    #expect(summary.verification?.differences == 0)
  }

  @Test func `carry thousands of items in several pages`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let first = try SQLiteRepository.inMemory()
    try await first.write { transaction throws(StorageError) in
      for number in 0..<2_500 { try transaction.add(ItemDraft(title: "Item \(number)")) }
    }
    #expect(try await Self.engine(first, responder).sync().pushed == 2_500)
    let second = try SQLiteRepository.inMemory()
    #expect(try await Self.engine(second, responder).sync().pulled == 2_500)
  }

  /// In a process of its own: libcurl keeps few idle connections, and other tests make many.
  @Test func `use one connection again and again`() async {
    await #expect(processExitsWith: .success) {
      let responder = try LoopbackResponder(hub: .inMemory())
      let store = try SQLiteRepository.inMemory()
      for number in 0..<10 {
        try await store.add("Item \(number)")
        _ = try await `Two stores behind HTTP`.engine(store, responder).sync()
      }
      #expect(responder.requests.count >= 10 && responder.connectionCount == 1)
    }
  }

  @Test(
    .enabled(if: LoopbackHost.ipv6.isHere, "this machine has no IPv6")
  )
  func `meet over IPv6`() async throws {
    let hub = Hub.inMemory()
    let responder = try LoopbackResponder(host: .ipv6) {
      .answer(hub.respond(to: $0.networkRequest))
    }
    let (first, second) = (try SQLiteRepository.inMemory(), try SQLiteRepository.inMemory())
    try await first.add("Milk")
    for store in [first, second] { _ = try await Self.engine(store, responder).sync() }
    #expect(try await second.count(.text("milk")) == 1)
    #expect(responder.origin.hasPrefix("http://[::1]:"))
  }

  /// Of each sync, the answers are cut behind so many bytes, heads included; every other cut is a reset.
  ///
  /// In an everyday run they are cut behind every eleventh byte.
  @Test func `lose nothing where answers are cut, whichever byte is the last`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let (first, second) = (try SQLiteRepository.inMemory(), try SQLiteRepository.inMemory())
    var (syncs, cuts) = (0, 0)
    for count in stride(from: 0, to: 500, by: isEverydayRun ? 11 : 1) {
      try await first.add("Item \(count)")
      for store in [first, second] {
        let proxy = try LoopbackProxy(to: responder.port) { connection in
          var fault = ConnectionFault()
          // The sync tries again by itself, on a second connection.
          fault.responseCut = connection == 0 ? count : nil
          fault.isReset = count.isMultiple(of: 2)
          return fault
        }
        let remote = try Remote("\(proxy.origin)/main")
        _ = try await SyncEngine(
          store: store,
          remote: remote,
          networkService: try HTTPNetworkService(remote: remote, token: nil),
          environment: SyncEnvironment(sleep: { _ in }, random: { 0 })
        ).sync()
        syncs += 1
        if proxy.counts.connections > 1 { cuts += 1 }
        proxy.stop()
      }
      try #require(try await second.count(.all) == syncs / 2, "cut at \(count)")
    }
    // The answers of most syncs are not as long as the last cuts are far.
    #expect(cuts * 2 > syncs, "\(cuts) of \(syncs)")
    for store in [first, second] {
      let summary = try await Self.engine(store, responder).sync(verifies: true)
      #expect(summary.verification?.differences == 0)
    }
  }

  @Test func `wait for each other`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let (first, second) = (try SQLiteRepository.inMemory(), try SQLiteRepository.inMemory())
    for store in [first, second] { _ = try await Self.engine(store, responder).sync() }
    // This hub answers at once, whatever patience it is granted.
    #expect(try await Self.engine(second, responder).waitForChanges() == false)
    try await first.add("Milk")
    _ = try await Self.engine(first, responder).sync()
    #expect(try await Self.engine(second, responder).waitForChanges())
  }

  @Test func `pay little for a sync that has nothing to do`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let store = try SQLiteRepository.inMemory()
    try await store.add("Milk")
    let engine = try Self.engine(store, responder)
    _ = try await engine.sync()
    let before = responder.traffic
    var times: [Duration] = []
    for _ in 0..<20 {
      let start = ContinuousClock.now
      #expect(try await engine.sync().requests == 1)
      times.append(ContinuousClock.now - start)
    }
    let received = (responder.traffic.received - before.received) / 20
    let sent = (responder.traffic.sent - before.sent) / 20
    print("An empty sync: \(received) bytes there, \(sent) back, \(times.sorted()[10])")
    #expect(received + sent <= 640)
  }

  @Test func `are told of a hub that is not there, after some tries`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    responder.stop()
    let engine = SyncEngine(
      store: try SQLiteRepository.inMemory(),
      remote: try Remote("\(responder.origin)/main"),
      networkService: try HTTPNetworkService(loopback: responder),
      environment: SyncEnvironment(sleep: { _ in }, random: { 0 })
    )
    let error = await #expect(throws: SyncError.self) { try await engine.sync() }
    #expect(error?.code == .unreachable)
    #expect(error?.message == "Nothing answers at '\(responder.origin)'.")
  }

  @Test func `stop at an answer that no hub gives`() async throws {
    let responder = try LoopbackResponder { _ in
      .text("HTTP/1.1 200 OK\r\nContent-Length: 70000\r\n\r\n")
    }
    let engine = SyncEngine(
      store: try SQLiteRepository.inMemory(),
      remote: try Remote("\(responder.origin)/main"),
      networkService: try HTTPNetworkService(loopback: responder) { $0.responseLimit = 65_536 }
    )
    let error = await #expect(throws: SyncError.self) { try await engine.sync() }
    #expect(error?.code == .protocolViolation && responder.requests.count == 1)
  }
}
