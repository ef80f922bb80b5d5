import ArgumentParsing
import Files
import Sync

/// The options and variables for a hub behind HTTP.
struct HubAccess: Sendable {
  /// The file that `--token-file` names.
  var tokenFile: String?
  /// Whether a connection without encryption is allowed.
  var allowsInsecure = false
  /// A token that was typed, before it is kept anywhere; it comes first.
  var typedToken: HubToken?
  /// What to do if a hub file is missing.
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

  /// The service that reaches a hub; one behind HTTP is reached by the helper program.
  func networkService(for remote: Remote) throws(SyncError) -> any NetworkService {
    try remote.makeNetworkService(missing: missingFile) { remote throws(SyncError) in
      try helperService(for: remote)
    }
  }

  private func helperService(for remote: Remote) throws(SyncError) -> HelperNetworkService {
    guard let origin = try remote.httpOrigin(allowsInsecure: true),
      origin.isEncrypted || origin.isLoopback || allowsInsecure
    else {
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
    // The helper gets the token through a pipe, which no other process can read.
    variables[HubAccess.tokenVariable] = nil
    // Foundation would make folders for caches and cookies.
    for name in ["XDG_CACHE_HOME", "XDG_DATA_HOME"] { variables[name] = "/dev/null" }
    return variables
  }

  /// The token of the first place that has one.
  private func token(for remote: Remote, _ origin: HTTPOrigin) throws(SyncError) -> HubToken? {
    if let typedToken { return typedToken }
    if let tokenFile { return try HubToken(file: tokenFile) }
    if let text = environment.variable(HubAccess.tokenVariable) { return try HubToken(text) }
    guard let path = HubAccess.credentialsPath(environment), FilePath(path).exists else {
      return nil
    }
    return try Credentials(file: path).token(for: [remote.description, origin.description])
  }

  /// `itemsctl/credentials` below the folder for settings.
  static func credentialsPath(_ environment: ProcessEnvironment) -> String? {
    ConfigurationPath.folder(environment).map { "\($0)/credentials" }
  }

  /// The variable that holds a token.
  static let tokenVariable = "ITEMSCTL_TOKEN"
}
