import ItemContainer
import LoopbackHTTP
import Registry
import RegistryTesting
import Sync
import SyncHTTP
import Testing

@Suite(.container) struct `A container that reaches hubs over HTTP` {
  @Test func `has the hub in memory in tests all the same`() async throws {
    Container.shared.reachHubsOverHTTP()
    #expect(Container.shared.networkService() is InProcessNetworkService)
  }

  @Test(.enabled(if: HTTPNetworkService.isUsable, "Install libcurl: Scripts/setup --http"))
  func `makes services with the program's token and options`() async throws {
    let responder = try LoopbackResponder(hub: .inMemory())
    let container = Container.shared
    container.reachHubsOverHTTP()
    container.hubToken.register { try? HubToken("abc") }
    let remote = try Remote("\(responder.origin)/main")
    _ = try await container.remoteAccess().makeNetworkService(remote).send(.hello)
    #expect(responder.requests.first?.header("Authorization") == "Bearer abc")
    let open = try Remote("http://hub.example/main")
    #expect(throws: SyncError.self) { try container.remoteAccess().makeNetworkService(open) }
    container.httpOptions.register {
      var options = HTTPOptions()
      options.allowsInsecure = true
      return options
    }
    _ = try container.remoteAccess().makeNetworkService(open)
  }
}
