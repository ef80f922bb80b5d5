import ArgumentParsing
import Files
import Sync

/// What the command line and the environment say of a hub behind HTTP.
struct HubAccess: Sendable {
  /// The file that `--token-file` names.
  var tokenFile: String?
  /// Whether a connection without encryption will do.
  var allowsInsecure = false
  /// What becomes of a hub file that is not there.
  var missingFile = MissingHubFile.made
  var environment: ProcessEnvironment
}

extension HubAccess {
  static let tokenFile = Option<String?>(
    "token-file",
    valueName: "file",
    help: "A file of mode 600 with the hub's token; else ITEMSCTL_TOKEN or 'credentials' has it.",
    completion: .files
  )
  static let insecure = Flag(
    "insecure",
    help: "Send items and the token unencrypted to a hub at http:// on another machine."
  )

  init(_ arguments: ParsedArguments, _ environment: ProcessEnvironment) {
    self.environment = environment
    if arguments.declares(HubAccess.tokenFile) { tokenFile = arguments[HubAccess.tokenFile] }
    if arguments.declares(HubAccess.insecure) { allowsInsecure = arguments[HubAccess.insecure] }
  }

  /// The service that reaches a hub behind HTTP, by the helper program; nil for a hub file.
  func networkService(for remote: Remote) throws(SyncError) -> (any NetworkService)? {
    guard let origin = try remote.httpOrigin(allowsInsecure: true) else { return nil }
    guard origin.isEncrypted || origin.isLoopback || allowsInsecure else {
      throw SyncError(
        .invalidRemote,
        "'\(remote)' is not encrypted: others on the way could read items and the token. "
          + "Use 'https://', or '--insecure' where every network on the way is trusted."
      )
    }
    let token = try token(for: remote, origin)
    return HelperNetworkService(
      program: try HelperProgram.path(for: remote),
      remote: remote,
      token: token,
      allowsInsecure: allowsInsecure,
      variables: helperVariables
    )
  }

  /// The environment of the helper.
  private var helperVariables: [String: String] {
    var variables = environment.variables
    // The helper gets the token by a pipe, which no other process can read.
    variables[HubAccess.tokenVariable] = nil
    // Foundation makes folders for caches and cookies, of which none are kept.
    for name in ["XDG_CACHE_HOME", "XDG_DATA_HOME"] { variables[name] = "/dev/null" }
    return variables
  }

  /// The token of the first place that has one.
  private func token(for remote: Remote, _ origin: HTTPOrigin) throws(SyncError) -> HubToken? {
    if let tokenFile { return try HubToken(file: tokenFile) }
    if let text = environment.variable(HubAccess.tokenVariable) { return try HubToken(text) }
    guard let path = credentialsPath, FilePath(path).exists else { return nil }
    return try Credentials(file: path).token(for: [remote.description, origin.description])
  }

  /// `itemsctl/credentials` below the folder for settings.
  private var credentialsPath: String? {
    ConfigurationPath.folder(environment).map { "\($0)/credentials" }
  }

  private static let tokenVariable = "ITEMSCTL_TOKEN"
}
