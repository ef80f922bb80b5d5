import Storage
import Testing

@Suite struct `The standard location of a store` {
  @Test(arguments: [
    (["XDG_DATA_HOME": "/data", "HOME": "/home/me"], "/data/tool/items.sqlite"),
    (["XDG_DATA_HOME": "relative", "HOME": "/home/me"], nil),
    (["HOME": "/home/me"], nil),
    (["HOME": ""], ""),
    ([:], ""),
  ])
  func `follows the environment`(environment: [String: String], path: String?) {
    #if canImport(Darwin)
    let home = "/home/me/Library/Application Support/tool/items.sqlite"
    #else
    let home = "/home/me/.local/share/tool/items.sqlite"
    #endif
    let location = StoreLocation.standard(program: "tool", environment: environment)
    #expect(location?.path ?? "" == path ?? home)
  }

  @Test(arguments: [
    ("memory:", StoreLocation.memory),
    ("a/b.json", .json(path: "a/b.json")),
    ("a/b.sqlite", .sqlite(path: "a/b.sqlite")),
    ("items", .sqlite(path: "items")),
  ])
  func `of a path is told by its ending`(path: String, location: StoreLocation) {
    #expect(StoreLocation(path) == location)
  }
}
