import ArgumentParsing
import CommandKit
import Files
import Storage
import Sync
import SyncHTTP

/// The options and variables for a hub behind HTTP.
struct HubAccess: Sendable {
  /// A token that is about to be kept, in place of all others.
  var token: HubToken?
  /// The file that `--token-file` names.
  var tokenFile: String?
  /// Whether a connection without encryption is allowed.
  var allowsInsecure = false
  /// What to do if a hub file is missing.
  var missingFile = MissingHubFile.made
  var environment: ProcessEnvironment
}

extension HubAccess {
  static let tokenFile = Option<String?>(
    "token-file",
    valueName: "file",
    help:
      "A file of mode 600 with the hub's token; without it, ITEMSCTL_TOKEN or the token of 'login'.",
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

  /// The service that reaches a hub.
  func networkService(for remote: Remote) throws(SyncError) -> any NetworkService {
    try remote.makeNetworkService(missing: missingFile) { remote throws(SyncError) in
      try httpService(for: remote)
    }
  }

  private func httpService(for remote: Remote) throws(SyncError) -> HTTPNetworkService {
    let origin = try checkedOrigin(of: remote)
    let token = try credential(for: remote)?.token
    var options = HTTPOptions()
    options.allowsInsecure = !origin.isEncrypted
    options.userAgent = "\(Itemsctl.name)/\(PackageRelease.version)"
    return try HTTPNetworkService(remote: remote, token: token, options: options)
  }

  /// The server's address.
  ///
  /// - Throws: Code `invalidRemote` for a hub file, and if others on the way could read along and nobody has allowed it.
  @discardableResult
  func checkedOrigin(of remote: Remote) throws(SyncError) -> HTTPOrigin {
    guard let origin = try remote.httpOrigin(allowsInsecure: true) else {
      throw SyncError(
        .invalidRemote,
        "'\(remote)' is a hub file, which cannot be reached over HTTP."
      )
    }
    if origin.isEncrypted || origin.isLoopback || allowsInsecure { return origin }
    // It was allowed for good at the login.
    if try keptEntry(for: remote)?.allowsInsecure == true { return origin }
    throw SyncError(
      .invalidRemote,
      "The connection to '\(remote)' is not encrypted: others on the way could read items and the token. "
        + "Use 'https://', or '--insecure' if you trust every network on the way."
    )
  }
}

// MARK: - Where the token is

extension HubAccess {
  /// The variable that holds a token.
  static let tokenVariable = "ITEMSCTL_TOKEN"

  /// A place for tokens.
  enum TokenPlace: Sendable, Equatable {
    case file(String)
    case environment
    case credentials(String)

    /// What machine output calls it.
    var name: String {
      switch self {
      case .file: "file"
      case .environment: "environment"
      case .credentials: "credentials"
      }
    }

    /// What a sentence calls it.
    var phrase: String {
      switch self {
      case .file(let path), .credentials(let path): "in '\(path)'"
      case .environment: "in \(HubAccess.tokenVariable)"
      }
    }
  }

  /// The token for a hub, and the first place that has one; nil if none does.
  ///
  /// - Throws: Code `unauthorized` for a file that others may read, and for what no hub would take.
  func credential(for remote: Remote) throws(SyncError) -> (token: HubToken, place: TokenPlace)? {
    guard let found = try firstToken(for: remote) else { return nil }
    try found.token.checkForm("The token \(found.place.phrase)")
    return found
  }

  private func firstToken(
    for remote: Remote
  ) throws(SyncError) -> (token: HubToken, place: TokenPlace)? {
    // It was checked when it was typed.
    if let token { return (token, .environment) }
    if let tokenFile { return (try HubToken(file: tokenFile), .file(tokenFile)) }
    if let text = environment.variable(HubAccess.tokenVariable) {
      return (try HubToken(text), .environment)
    }
    guard let path = credentialsPath, let entry = try keptEntry(for: remote) else { return nil }
    return (entry.token, .credentials(path))
  }

  /// The line of the file with tokens that fits a hub.
  func keptEntry(for remote: Remote) throws(SyncError) -> Credentials.Entry? {
    guard case .http(let origin) = remote.location, let path = credentialsPath else { return nil }
    let server = HTTPOrigin(origin)?.description ?? origin
    return try Credentials(file: path).entry(for: [remote.description, server])
  }

  /// `itemsctl/credentials` below the folder for settings.
  var credentialsPath: String? {
    ConfigurationPath.folder(environment).map { "\($0)/credentials" }
  }
}
