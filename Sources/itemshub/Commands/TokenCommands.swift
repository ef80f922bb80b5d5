import ArgumentParsing
import CommandKit
import HubServer
import Storage
import Sync

/// Makes, lists and revokes the tokens by which devices come in.
enum TokenCommands {
  private enum Keys {
    static let space = Argument<String>("space", help: "The space that the token opens.")
    static let optionalSpace = Argument<String?>(
      "space",
      help: "List only the tokens of this space."
    )
    static let id = Argument<String>(
      "token",
      help: "The token's id, as 'token list' shows it, or its label if no other token has the same."
    )
    static let scope = Option<ScopeName>(
      "scope",
      help: "What the token allows: to read, or to read and write.",
      default: .write
    )
    static let label = Option<String>(
      "label",
      valueName: "text",
      help: "The device or person that has it, such as 'my laptop'.",
      default: ""
    )
    static let expires = Option<String?>(
      "expires",
      valueName: "date",
      help: "When it expires: 2027-12-31, or 90d from now; without it, never."
    )
    static let json = Flag("json", help: "Print JSON.")
    static let all = Flag("all", help: "Include tokens that are no longer valid.")
  }

  static let command = Command<HubAction>(
    "token",
    abstract: "Make, list and revoke the tokens of devices.",
    subcommands: [create, list, revoke, rotate]
  )

  private static let create = Command<HubAction>(
    "create",
    abstract: "Make a token, and its space if that is new.",
    discussion: """
      Prints the token and what to do on the device. The token cannot be shown again. If the \
      output is a pipe or a file, the token goes there alone, and messages do not contain it. Give \
      each device a token of its own, so that you can revoke the token of a lost device alone.
      """,
    examples: [
      Example("itemshub token create main --label \"my laptop\"", "For a device:"),
      Example("itemshub token create main --scope read --expires 90d", "For a guest:"),
      Example(
        "itemshub token create main | itemsctl login http://127.0.0.1:8731/main",
        "For a store on this machine; nobody sees the token:"
      ),
    ],
    arguments: [Keys.space],
    options: [Keys.scope, Keys.label, Keys.expires, SettingFlags.publicURL, Keys.json],
    action: HubAction { try createToken($0) }
  )

  private static let list = Command<HubAction>(
    "list",
    abstract: "List the valid tokens; with '--all', every token.",
    discussion:
      "Times are in UTC. The time of the last use is precise to the hour, as in 2027-03-01T14Z.",
    arguments: [Keys.optionalSpace],
    options: [Keys.all, Keys.json],
    action: HubAction { try listTokens($0) }
  )

  private static let revoke = Command<HubAction>(
    "revoke",
    abstract: "Revoke a token; this takes effect within five seconds.",
    examples: [
      Example("itemshub token revoke k3v9x2ma", "By its id in 'token list':"),
      Example("itemshub token revoke \"my laptop\"", "By its label:"),
    ],
    arguments: [Keys.id],
    action: HubAction { invocation in
      let token = try invocation.administration(missing: .refused)
        .revokeToken(invocation.arguments[Keys.id])
      try invocation.output.print("Revoked \(token.id)\(token.named) of the space \(token.space)")
      return .success
    }
  )

  private static let rotate = Command<HubAction>(
    "rotate",
    abstract: "Replace a token; the old one stays valid for a week.",
    arguments: [Keys.id],
    options: [SettingFlags.publicURL, Keys.json],
    action: HubAction { invocation in
      let address = try address(invocation)
      let token = try invocation.administration(missing: .refused)
        .rotateToken(invocation.arguments[Keys.id])
      return try show(token, address, invocation)
    }
  )

  private static func createToken(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    var expires: Int64?
    if let text = arguments[Keys.expires], text != "never" {
      let now = StoreEnvironment.live.now().millisecondsSince1970
      guard let end = Times.end(text, now: now) else {
        throw arguments.invalidValue(
          text,
          for: Keys.expires,
          reason: "it is neither a date as in 2027-12-31, nor a time as in 90d"
        )
      }
      expires = end
    }
    let (space, label) = (arguments[Keys.space], arguments[Keys.label])
    let limit = try invocation.maxSpaces()
    let address = try address(invocation)
    let hub = try invocation.administration(makingRoomFor: space, label: label)
    let token = try hub.createToken(
      space: space,
      scope: arguments[Keys.scope].scope,
      label: label,
      expires: expires,
      maxSpaces: limit
    )
    return try show(token, address, invocation)
  }

  /// How devices reach the hub.
  ///
  /// - Throws: ``CommandFailure`` where that is no address, before a token is made that nobody would see.
  private static func address(_ invocation: Invocation) throws -> String {
    let settings = try invocation.settings()
    let address = settings.publicAddress(listeningOn: listeningAddress(settings))
    guard let remote = try? Remote("\(address)/main"), case .http = remote.location else {
      throw CommandError(
        .configuration,
        "'\(address)' is not an address of a hub: write it as https://hub.example."
      )
    }
    return address
  }

  /// Where the daemon listens that serves the store now; nil if none does, and where the store is a database.
  private static func listeningAddress(_ settings: HubSettings) -> String? {
    guard let store = settings[.store].texts.last, !StoreName.isDatabase(store) else { return nil }
    return ServeRecord.running(on: store)?.addresses.first
  }

  private static func show(
    _ token: NewToken,
    _ address: String,
    _ invocation: Invocation
  ) throws -> ExitCode {
    let remote = try Remote("\(address)/\(token.record.space)")
    let line = JoinLine(remote: remote, token: try HubToken(token.text))
    guard !invocation.arguments[Keys.json] else {
      let json = JSONValue.object([
        "id": .string(token.record.id), "token": .string(token.text),
        "space": .string(token.record.space), "remote": .string(remote.description),
      ])
      try invocation.output.print(json: json)
      return .success
    }
    // The token alone on standard output, for scripts. The rest is for whoever reads along; it holds the token only if
    // standard output is read by the same person, and is neither a pipe nor a file.
    let isShown = HostProcess.isOutputTerminal
    let end = isShown ? "; it is shown this once" : ""
    invocation.output.say(
      "Made a token for the space \(token.record.space), with the id \(token.record.id)\(end):"
    )
    try invocation.output.print(token.text)
    // A token that nobody received is not said to be there.
    try invocation.output.finish()
    invocation.output.say(
      isShown
        ? """

        On the device, run 'itemsctl join' and paste this line:

          \(line.text)

        """
        : "It went to standard output. On the device, 'itemsctl login \(remote)' takes it."
    )
    guard try invocation.settings().text(.publicURL) == nil else { return .success }
    invocation.output.say(
      """
      Devices on other machines need the hub's own name instead of '\(address)';
      '--public-url', or 'public-url' in the settings, \(isShown ? "puts it into that line" : "names it").
      """
    )
    return .success
  }

  private static func listTokens(_ invocation: Invocation) throws -> ExitCode {
    let arguments = invocation.arguments
    let now = StoreEnvironment.live.now().millisecondsSince1970
    let tokens = try invocation.administration(missing: .refused)
      .tokens(space: arguments[Keys.optionalSpace])
      .filter { arguments[Keys.all] || $0.isLive(at: now) }
    if arguments[Keys.json] {
      for token in tokens { try invocation.output.print(json: token.json) }
      return .success
    }
    guard !tokens.isEmpty else {
      invocation.output.say("There are no tokens. 'itemshub token create SPACE' makes one.")
      return .success
    }
    var table = TextTable(["id", "space", "scope", "label", "created", "last used", "good until"])
    for token in tokens {
      table.add([
        token.id, token.space, token.scope.rawValue, token.label, Times.text(token.created),
        Times.hour(token.lastUsed), token.end,
      ])
    }
    try invocation.output.print(table)
    return .success
  }
}

/// The value of `--scope`.
private enum ScopeName: String, CaseIterable, ArgumentValue {
  case read, write

  var scope: TokenScope { self == .read ? .read : .write }
}

extension TokenRecord {
  /// Its label behind its id.
  fileprivate var named: String { label.isEmpty ? "" : " (\(label))" }

  /// Until when it is good, for a person.
  fileprivate var end: String {
    if let revoked { return "revoked \(Times.text(revoked))" }
    return expires.map { Times.text($0) } ?? "for ever"
  }

  fileprivate var json: JSONValue {
    .object([
      "id": .string(id), "space": .string(space), "scope": .string(scope.rawValue),
      "label": .string(label), "created": .integer(created),
      "expires": expires.map { .integer($0) } ?? .null,
      "lastUsed": lastUsed.map { .integer($0) } ?? .null,
      "revoked": revoked.map { .integer($0) } ?? .null,
    ])
  }
}
