import ArgumentParsing
import CommandKit
import Storage
import Sync

/// Gives the store a hub behind HTTP, and keeps its token.
struct LoginCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    try context.checkHasHub()
    let remote = try await remote()
    // Before anybody types a secret.
    try context.hubAccess.checkedOrigin(of: remote)
    return try await HubLogin(context: context, remote: remote).run(await token(for: remote))
  }

  /// The hub that is given, else the one of the store, else that of the settings.
  private func remote() async throws -> Remote {
    let arguments = context.arguments
    guard arguments[Keys.words].isEmpty else {
      throw arguments.tokenIsNoWord("itemsctl login URL")
    }
    if let word = arguments[Keys.url] { return try arguments.hub(word, for: Keys.url) }
    let known = try await context.repository.syncStatus().remote
    if let text = known ?? context.settings[.remote]?.text, let remote = try? Remote(text),
      case .http = remote.location
    {
      return remote
    }
    throw arguments.failure(
      "Say where the hub is, as in 'itemsctl login https://hub.example/main'."
    )
  }

  /// The token of the first place that has one; the one that is kept already is the last of them.
  private func token(for remote: Remote) async throws -> HubToken {
    var access = context.hubAccess
    if access.tokenFile != nil || access.environment.variable(HubAccess.tokenVariable) != nil {
      if let token = try access.credential(for: remote)?.token { return token }
    }
    access.tokenFile = nil
    // One that the hub does not take is not offered again.
    let refusal = try await context.repository.syncStatus().refusal
    let kept =
      refusal?.code == .unauthorized ? nil : try access.keptEntry(for: remote)?.token
    let input = SecretInput(
      context: context,
      name: "The token",
      advice: [
        "Give it by '--token-file FILE', by standard input, or in \(HubAccess.tokenVariable)."
      ]
    )
    let hint = "not shown as you type\(kept == nil ? "" : "; Enter keeps the one you have")"
    let question = "Token for \(remote) (\(hint)): "
    let text = try input.read(question)
    if let kept, !text.contains(where: { !$0.isWhitespace }) { return kept }
    // The whole line was pasted.
    if text.split(whereSeparator: \.isWhitespace).count > 1 {
      throw CommandError(
        .permission,
        "This is more than a token.",
        help: ["The whole line that the hub printed is for 'itemsctl join'."]
      )
    }
    let token = try HubToken(text)
    try token.checkForm("The token")
    return token
  }
}

extension ParsedArguments {
  /// The error for a token on a command line.
  func tokenIsNoWord(_ call: String) -> UsageError {
    failure(
      "A token does not belong on a command line: other users of this machine can see it, and the "
        + "shell's history keeps it. Call '\(call)' and paste what it asks for. If others use this machine, "
        + "revoke the token on the hub."
    )
  }

  /// A hub behind HTTP out of a word; a slash behind the space does not count.
  func hub(_ word: String, for key: Argument<String?>) throws -> Remote {
    do throws(SyncError) {
      let remote = try Remote(word.hasSuffix("/") ? String(word.dropLast()) : word)
      if case .http = remote.location { return remote }
    } catch {
      throw invalidValue(word, for: key, reason: error.message.unended)
    }
    throw failure("A hub file needs no token: sync with it by 'itemsctl sync --remote'.")
  }
}

extension LoginCommand {
  /// The words that `login` understands.
  enum Keys {
    static let url = Argument<String?>(
      "url",
      help: "Hub and space, as in https://hub.example/main; without it, the store's hub."
    )
    /// What is pasted behind it by mistake.
    static let words = Argument<[String]>("words", help: "Refused.", isHidden: true)
  }

  static let command = Command<CommandAction>(
    "login",
    abstract: "Connect the store to a hub behind HTTP, with a token.",
    discussion: """
      Asks for the token, without showing it, or takes it from '--token-file', from \
      ITEMSCTL_TOKEN, or from standard input if that is not a terminal. On the hub's machine, \
      'itemshub token create' makes a token. Before anything is kept, the hub is asked whether it \
      accepts the token for this space.

      The token is kept in itemsctl/credentials below XDG_CONFIG_HOME (mode 600), where it \
      replaces an earlier one for the same address. The store remembers the hub, the space and \
      '--insecure', so 'itemsctl sync' needs no options after that. 'itemsctl sync status' shows \
      both.

      A store has one hub. If it was synced with another hub before, it keeps its items; the next \
      sync says whether the new hub knows the store, and at a terminal asks before it offers every \
      item.
      """,
    examples: [
      Example("itemsctl login https://hub.example/main", "Asks for the token:"),
      Example("itemsctl login", "Another token for the store's hub:"),
      Example("pass hub | itemsctl login https://hub.example/main", "From a program:"),
    ],
    arguments: [Keys.url, Keys.words],
    options: [HubAccess.tokenFile, HubAccess.insecure],
    action: CommandAction(store: .create) { try await LoginCommand(context: $0).run() }
  )
}
