// Remotes as people type them.

import Sync
import Testing

@Suite struct RemoteTests {
  @Test(arguments: [
    ("file:/a/hub.sqlite", "file:/a/hub.sqlite", "main"),
    ("file:///a/hub.sqlite", "file:/a/hub.sqlite", "main"),
    ("file:/a/b#notes", "file:/a/b#notes", "notes"),
    ("http://host:8080/home", "http://host:8080/home", "home"),
    ("https://host/home", "https://host/home", "home"),
  ])
  func `a remote is read and written`(_ text: String, _ written: String, _ space: String) throws {
    let remote = try Remote(text)
    #expect(remote.description == written)
    #expect(remote.space == space)
    #expect(try Remote(remote.description) == remote)
  }

  @Test(arguments: [
    "", "hub", "file:", "file:relative", "file://host/x", "file:/a/", "file:/a#", "file:/a#b/c",
    "file:/a#.b", "http://host", "http:///x", "http://user@host/x", "ftp://host/x", "http://h/a/b",
  ])
  func `what names no hub is refused`(_ text: String) {
    let error = #expect(throws: SyncError.self) { try Remote(text) }
    #expect(error?.code == .invalidRemote)
  }

  @Test func `http is recognised, but not built in`() throws {
    let remote = try Remote("https://host/home")
    let error = #expect(throws: SyncError.self) { try remote.makeNetworkService() }
    #expect(error?.code == .notBuiltIn)
  }
}
