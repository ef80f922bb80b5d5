import ArgumentParsing
import Storage
import Sync

/// Logs in to a hub behind HTTP: checks a token, keeps it, and has the store remember the hub.
struct LoginCommand {
  let context: CommandContext

  /// `login URL`: the token is asked for, or comes by a file or standard input.
  func login() async throws -> ExitCode {
    let arguments = context.arguments
    let remote = try remote(arguments[Keys.url], for: Keys.url)
    let token: HubToken
    if let file = arguments[HubAccess.tokenFile] {
      token = try HubToken(file: file)
    } else {
      token = try HubToken(
        context.questions.secret(
          "Token for \(remote): ",
          remedy: "Pass the token by '--token-file', or as a line of standard input."
        )
      )
    }
    return try await enter(remote, token)
  }

  /// `join`: hub and token come in one line, as the hub printed it.
  func join() async throws -> ExitCode {
    let line = try context.questions.secret(
      "Paste the line that the hub printed: ",
      remedy: "Pass the line by standard input: an address, a blank and a token."
    )
    let words = line.split { $0 == " " || $0 == "\t" }
    guard words.count == 2 else {
      throw CommandError(
        .badData,
        "What was pasted is not an address and a token with a blank between them.",
        help: ["Paste the whole line, as in 'https://hub.example/main ith_…'."]
      )
    }
    let remote: Remote
    do throws(SyncError) {
      remote = try Remote(String(words[0]))
    } catch {
      // Not its words: what was pasted may be the token.
      throw CommandError(
        .badData,
        "What was pasted does not begin with the address of a hub and its space.",
        help: ["Paste the whole line, as in 'https://hub.example/main ith_…'."]
      )
    }
    try checkHTTP(remote)
    return try await enter(remote, HubToken(String(words[1])))
  }

  private func enter(_ remote: Remote, _ token: HubToken) async throws -> ExitCode {
    if HubTokenFormat.read(token.text) == .mistyped {
      throw CommandError(
        .permission,
        "The token for \(remote) is mistyped or not whole; nothing was sent.",
        help: ["Copy it once more from where the hub printed it."]
      )
    }
    let file = try CredentialsFile(context.world.environment)
    let store = try context.replicaStore()
    let service = try context.networkService(for: remote, missing: .refused, token: token)
    do throws(SyncError) {
      try await service.checkAccess(to: remote.space)
    } catch {
      throw LoginCommand.failure(error, of: remote)
    }
    try file.keep(token, for: remote)
    let before = try await store.syncStatus()
    try await store.rememberRemote(remote, random: context.world.syncEnvironment.random)
    try context.output.report("Logged in to \(remote)")
    try context.output.hint(
      "The token is kept in \(file.name); 'itemsctl sync' needs nothing else."
    )
    if before.hasMetHub, let known = before.remote, known != remote.description {
      try context.output.message(
        "The store was synced with \(known.visible) before; the next sync may send this hub every item."
      )
    }
    if context.world.environment.variable(HubAccess.tokenVariable) != nil {
      try context.output.message(
        "Warning: \(HubAccess.tokenVariable) is set, and comes before the token that was kept."
      )
    }
    return .success
  }

  /// `logout`: forgets the token of the store's hub, or of another one.
  func logout() async throws -> ExitCode {
    let remote: Remote
    if let text = context.arguments[Keys.optionalURL] {
      remote = try self.remote(text, for: Keys.optionalURL)
    } else {
      guard let known = try await context.replicaStore().syncStatus().remote,
        case let known = try Remote(known), case .http = known.location
      else {
        throw context.arguments.failure(
          "The store has no hub behind HTTP; name the one to log out of."
        )
      }
      remote = known
    }
    let file = try CredentialsFile(context.world.environment)
    guard try file.forget(remote) else {
      throw CommandError(
        .failure,
        "There is no token for \(remote) in \(file.name).",
        help: ["A line there for the whole server, without a space, is for you to remove."]
      )
    }
    try context.output.report("Logged out of \(remote)")
    try context.output.hint(
      "The hub still takes the token elsewhere, until it is revoked there. The items stay here."
    )
    return .success
  }

  private func remote(_ text: String, for key: some ParameterKey) throws -> Remote {
    let remote: Remote
    do throws(SyncError) {
      remote = try Remote(text)
    } catch {
      throw context.arguments.invalidValue(text, for: key, reason: error.message.unended)
    }
    try checkHTTP(remote)
    return remote
  }

  private func checkHTTP(_ remote: Remote) throws {
    guard case .file = remote.location else { return }
    throw context.arguments.failure(
      "A hub file has no tokens: 'itemsctl sync --remote \(remote)' is all it needs."
    )
  }

  private static func failure(_ error: SyncError, of remote: Remote) -> CommandError {
    var failure = CommandError(error)
    failure.help =
      switch error.code {
      case .unauthorized:
        ["Nothing was kept. See that the token is whole, and neither expired nor revoked."]
      case .protocolViolation:
        ["Nothing was kept. Is the space '\(remote.space)' the one that the token is for?"]
      default: ["Nothing was kept."]
      }
    return failure
  }
}

extension LoginCommand {
  /// The words that these commands understand.
  enum Keys {
    static let url = Argument<String>(
      "url",
      help: "The hub and its space, as in https://hub.example/main."
    )
    static let optionalURL = Argument<String?>(
      "url",
      help: "The hub and its space; those of the store unless given."
    )
  }

  static let login = Command<CommandAction>(
    "login",
    abstract: "Log in to a hub behind HTTP.",
    discussion: """
      The token is asked for and not shown; it can also come by '--token-file', or as a line of \
      standard input. The hub is asked whether it takes the token. If so, the token is kept in the \
      file of credentials, which is for you alone, and the store remembers the hub, so that 'itemsctl \
      sync' needs nothing more. A token is never a word of the command line, where other users could \
      see it. A hub that needs '--insecure' needs it for each sync, too.
      """,
    examples: [
      Example("itemsctl login https://hub.example/main", "Asks for the token:"),
      Example(
        "itemsctl login https://hub.example/main --token-file token",
        "Takes it from a file:"
      ),
    ],
    arguments: [Keys.url],
    options: [HubAccess.tokenFile, HubAccess.insecure],
    action: CommandAction(store: .create) { try await LoginCommand(context: $0).login() }
  )

  static let join = Command<CommandAction>(
    "join",
    abstract: "Log in with the line that a hub printed.",
    discussion: """
      Asks for the line, which is not shown, or reads it from standard input: the hub's address and a \
      token with a blank between them. It does the same as 'itemsctl login'.
      """,
    examples: [Example("itemsctl join", "Asks for the line:")],
    options: [HubAccess.insecure],
    action: CommandAction(store: .create) { try await LoginCommand(context: $0).join() }
  )

  static let logout = Command<CommandAction>(
    "logout",
    abstract: "Forget the token of a hub.",
    discussion: """
      The store keeps its items and remembers the hub; a sync with it then needs another token.
      """,
    examples: [Example("itemsctl logout", "Of the store's hub:")],
    arguments: [Keys.optionalURL],
    action: CommandAction(store: .read) { try await LoginCommand(context: $0).logout() }
  )
}
