import CommandKit
import Files
import HubServer
import Sync

#if Postgres
import PostgresHub
#endif

extension Invocation {
  /// What a program that was built without the hub says.
  static let notBuilt = CommandError(
    .configuration,
    "This itemshub was built without the hub.",
    help: "Run 'Scripts/setup --hub', then 'swift build -c release --traits Hub'."
  )

  /// What administrators do to the store, which is made if it is not there and `missing` says so.
  ///
  /// - Throws: ``CommandFailure`` where the store belongs to another user: the files that this one would make beside
  ///   it could not be opened by the daemon.
  func administration(missing: MissingHubFile) throws -> HubAdministration {
    guard let environment = ServerEnvironment.live else { throw Invocation.notBuilt }
    let path: String
    switch try storeChoice() {
    case .file(let text): path = text
    #if Postgres
    case .database(let settings):
      // A database is there before its tables are.
      return HubAdministration(
        store: try PostgresAdministrationStore(settings),
        environment: environment
      )
    #endif
    }
    try Invocation.checkOwner(of: path)
    if missing == .made { _ = try FilePath(path).folder.makeFolder() }
    guard missing == .made || FilePath(path).exists else {
      throw CommandError(
        .noInput,
        "There is no hub at '\(path)'.",
        help: "'itemshub serve' and 'itemshub token create' make one; '--store' names another."
      )
    }
    return try HubAdministration(path: path, missing: missing, environment: environment)
  }

  /// What administrators do to the store that holds a space, or is to hold it, and is made if it is not there.
  ///
  /// - Throws: ``HubError`` with code `invalid` for a name or label that is not allowed, before anything is made.
  func administration(makingRoomFor space: String, label: String = "") throws -> HubAdministration {
    try HubAdministration.checkName(space)
    try HubAdministration.checkLabel(label)
    return try administration(missing: .made)
  }

  /// How many spaces there may be, as the settings have it.
  func maxSpaces() throws -> Int { try settings().limits().spaces }

  private static func checkOwner(of path: String) throws(CommandError) {
    var found = try? FilePath(path).status()
    // Where there is no store yet, root would make one in the folder of the daemon's user.
    if found == nil, HostProcess.user == 0 { found = try? FilePath(path).folder.status() }
    guard let status = found, status.owner != HostProcess.user else { return }
    let name = HostProcess.name(ofUser: status.owner)
    throw CommandError(
      .permission,
      "The hub at '\(path)' belongs to the user \(name).",
      help: "Run the command as that user: sudo -u '\(name)' itemshub …"
    )
  }
}
