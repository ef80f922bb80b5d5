import HubServer
import Storage
import Sync
import TemporaryFolders

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if Postgres
import PostgresHub
import RunningPostgres
#endif

/// Where the store of a test is: in a file, or in a database of a cluster that all tests share.
struct TestPlace {
  /// Whether `HUB_TEST_STORE=postgres` says so.
  static let isDatabase = ProcessInfo.processInfo.environment["HUB_TEST_STORE"] == "postgres"

  /// The path of the file, where it is one.
  let path: String

  #if Postgres
  private let url: String?
  private static let cluster = Result {
    try PostgresCluster(options: ["fsync=off", "max_connections=500", "shared_buffers=64MB"])
  }

  init(_ folder: TemporaryFolder) throws {
    path = folder.file("hub.sqlite")
    url = TestPlace.isDatabase ? try TestPlace.cluster.get().makeDatabase() : nil
  }

  func open() throws(HubError) -> any ServerStore {
    guard let settings = try settings() else { return try SQLiteServerStore(path: path) }
    return try PostgresHubStore(settings, connections: 6, patience: .seconds(600))
  }

  func administration(_ environment: ServerEnvironment) throws(HubError) -> HubAdministration {
    guard let settings = try settings() else {
      return try HubAdministration(path: path, environment: environment)
    }
    return HubAdministration(
      store: try PostgresAdministrationStore(settings),
      environment: environment
    )
  }

  func findings() throws -> [String] {
    guard let settings = try settings() else { return try fileFindings() }
    return try PostgresAdministrationStore(settings).findings()
  }

  private func settings() throws(HubError) -> PostgresSettings? {
    guard let url else { return nil }
    do throws(PostgresError) {
      var settings = try PostgresSettings(url)
      // No machine is too busy for these.
      (settings.answerTimeout, settings.lockTimeout) = (.seconds(600), .seconds(600))
      return settings
    } catch {
      throw HubError(.cannotOpen, error.message)
    }
  }
  #else
  init(_ folder: TemporaryFolder) throws { path = folder.file("hub.sqlite") }

  func open() throws(HubError) -> any ServerStore { try SQLiteServerStore(path: path) }

  func administration(_ environment: ServerEnvironment) throws(HubError) -> HubAdministration {
    try HubAdministration(path: path, environment: environment)
  }

  func findings() throws -> [String] { try fileFindings() }
  #endif

  private func fileFindings() throws -> [String] { try HubFile(path).check().map(\.message) }
}
