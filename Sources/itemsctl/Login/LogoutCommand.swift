import ArgumentParsing
import CommandKit
import Sync

/// Forgets the token of a hub.
struct LogoutCommand {
  let context: CommandContext

  func run() async throws -> ExitCode {
    let output = context.output
    let access = context.hubAccess
    let remote = try await remote()
    let isForgotten = try access.credentialsPath.map { path in
      try Credentials.forget(remote.description, in: path)
    }
    if isForgotten == true {
      try output.report("Forgot the token of \(remote)")
      try output.message(
        "The hub still accepts it. On the hub's machine, 'itemshub token revoke' ends that."
      )
    } else {
      try output.report("No token of \(remote) is kept")
    }
    if let left = try access.credential(for: remote)?.place {
      try output.message("There is still a token \(left.phrase), which 'itemsctl sync' sends.")
    }
    return .success
  }

  private func remote() async throws -> Remote {
    let arguments = context.arguments
    if let word = arguments[Keys.url] { return try arguments.hub(word, for: Keys.url) }
    let known = try await context.repository.syncStatus().remote
    if let known, let remote = try? Remote(known), case .http = remote.location { return remote }
    throw arguments.failure(
      "The store has no hub behind HTTP; name one, as in https://hub.example/main."
    )
  }
}

extension LogoutCommand {
  /// The words that `logout` understands.
  enum Keys {
    static let url = Argument<String?>(
      "url",
      help: "Hub and space, as in https://hub.example/main; without it, the store's hub."
    )
  }

  static let command = Command<CommandAction>(
    "logout",
    abstract: "Forget the token of a hub.",
    discussion: """
      Removes the token from itemsctl/credentials. The store keeps its items and remembers the \
      hub: only 'itemsctl login' is needed to sync again. The hub still accepts the token, until \
      'itemshub token revoke' on the hub ends that.
      """,
    examples: [Example("itemsctl logout", "The token of the store's hub:")],
    arguments: [Keys.url],
    action: CommandAction(store: { $0[Keys.url] == nil ? .read : nil }) {
      try await LogoutCommand(context: $0).run()
    }
  )
}
