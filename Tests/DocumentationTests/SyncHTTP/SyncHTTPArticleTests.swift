import Foundation
import Registry
import RegistryTesting
import Storage
import Sync
import SyncHTTP
import Testing

// The blocks of the article "SyncHTTP".

struct Settings {
  let hub: String
  let tokenFile: String
}

func start(_ container: Container, settings: Settings) throws {
  let hub = try Remote(settings.hub)
  let token = try HubToken(file: settings.tokenFile)
  container.reachHubsOverHTTP()
  container.syncRemote.register { hub }
  container.hubToken.register { token }
}

@Suite(.container) struct SyncHTTPArticleTests {
  @Test func `a program names its hub and its token`() throws {
    let folder = try ArticleFolder()
    try Data("abc\n".utf8).write(to: URL(filePath: folder.file("token")))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600],
      ofItemAtPath: folder.file("token")
    )
    let settings = Settings(hub: "https://hub.example/main", tokenFile: folder.file("token"))
    try start(Container.shared, settings: settings)
    let service = try Container.shared.remoteAccess().makeNetworkService(Remote(settings.hub))
    #expect(service is HTTPNetworkService)
    #expect(Container.shared.networkService() is InProcessNetworkService)
  }

  @Test func `a service needs no container`() throws {
    let hub = try Remote("https://hub.example/main")
    let token = try HubToken("abc")
    let store = try SQLiteRepository.inMemory()
    let service = try HTTPNetworkService(remote: hub, token: token)
    let engine = SyncEngine(store: store, remote: hub, networkService: service)
    #expect(type(of: engine) == SyncEngine.self)
  }
}
