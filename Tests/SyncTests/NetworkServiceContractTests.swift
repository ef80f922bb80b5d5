// The contract of network services, on those that are in this module, and on some that do not keep it.

import Storage
import Sync
import SyncTesting
import TemporaryFolders
import Testing

@Suite("Network service contract")
struct NetworkServiceContractTests {
  typealias Contract = NetworkServiceContract

  private static let handed = Contract.Subject("handed over") { HandingService(answer: $0) }

  private static let subjects: [Contract.Subject] = {
    var handed = NetworkServiceContractTests.handed
    handed.withoutHub = { .failing }
    var slow = Contract.Subject("slow") { .slow(HandingService(answer: $0)) { await Task.yield() } }
    slow.withoutHub = {
      UnavailableNetworkService(NetworkError(.unreachable, "The hub cannot be reached."))
    }
    return [handed, slow]
  }()

  @Test func `an unreliable service equals its copies, and networks that are down each other`() {
    let hub = InProcessNetworkService(.inMemory())
    let services: [UnreliableNetworkService] = [
      .failing, .slow(.zero, hub), .slow(.zero, hub), .flaky(seed: 1, hub), .flaky(seed: 1, hub),
    ]
    for (index, service) in services.enumerated() {
      for (other, copy) in services.enumerated() {
        #expect((service == copy) == (index == other))
      }
    }
    #expect(UnreliableNetworkService.failing == .failing)
  }

  @Test(arguments: subjects.indices, Contract.checks + Contract.absenceChecks)
  func `a service that is handed its answers keeps it`(
    _ subject: Int,
    _ check: Contract.Check
  ) async throws {
    try await check.run(on: Self.subjects[subject])
  }

  private static let hubs: [Contract.HubSubject] = [
    handed.overHub,
    Contract.HubSubject("in process") { InProcessNetworkService(.inMemory()) },
    Contract.HubSubject("slow, in process", space: "notes") {
      .slow(InProcessNetworkService(.inMemory())) { await Task.yield() }
    },
    Contract.HubSubject("hub file") { body in
      let folder = try TemporaryFolder()
      let remote = try Remote("file:\(folder.file("hub.sqlite"))")
      try await body(remote.makeNetworkService())
      withExtendedLifetime(folder) {}
    },
  ]

  @Test(arguments: hubs, Contract.hubChecks)
  func `a service over a hub keeps it`(
    _ subject: Contract.HubSubject,
    _ check: Contract.HubCheck
  ) async throws {
    try await check.run(on: subject)
  }
}

/// Hands each request to a closure, and its answer back.
struct HandingService: NetworkService {
  let answer: NetworkServiceContract.Answer

  func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
    guard !Task.isCancelled else { throw NetworkError(.cancelled, "The request was cancelled.") }
    do {
      return try await answer(request)
    } catch is CancellationError {
      throw NetworkError(.cancelled, "The request was cancelled.")
    } catch {
      throw NetworkError(.unreachable, "No answer came.")
    }
  }
}
