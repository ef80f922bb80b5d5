import ArgumentParsing
import CommandKit
import HubServer
import Storage
import Sync

/// Lists, makes and deletes spaces.
enum SpaceCommands {
  private enum Keys {
    static let space = Argument<String>("space", help: "The name of the space.")
    static let quota = Option<[QuotaPart]>(
      "quota",
      valueName: "size",
      help: "The most that it may hold, as in 50000items or 500MB; may be given once for each."
    )
    static let yes = Flag("yes", help: "Delete the space even if it has items.")
    static let reason = Option<String>(
      "reason",
      valueName: "text",
      help: "The reason, which its devices show.",
      default: ""
    )
    static let json = Flag("json", help: "Print JSON.")
  }

  static let command = Command<HubAction>(
    "space",
    abstract: "List, make, move and delete spaces.",
    subcommands: [
      list, show, create, quota, freeze, thaw, delete, TransferCommands.export,
      TransferCommands.importing,
    ]
  )

  private static let list = Command<HubAction>(
    "list",
    abstract: "List the spaces and what they contain.",
    options: [Keys.json],
    action: HubAction { invocation in
      try print(try invocation.administration(missing: .refused).spaces(), invocation)
    }
  )

  private static let show = Command<HubAction>(
    "show",
    abstract: "Show a space and what it contains.",
    arguments: [Keys.space],
    options: [Keys.json],
    action: HubAction { invocation in
      let hub = try invocation.administration(missing: .refused)
      return try print([hub.space(invocation.arguments[Keys.space])], invocation)
    }
  )

  private static let create = Command<HubAction>(
    "create",
    abstract: "Make a space; a deleted one can be made again.",
    arguments: [Keys.space],
    options: [Keys.quota],
    action: HubAction { invocation in
      let name = invocation.arguments[Keys.space]
      let limit = try invocation.maxSpaces()
      try invocation.administration(makingRoomFor: name).createSpace(
        name,
        quota: SpaceQuota(invocation.arguments[Keys.quota]),
        maxSpaces: limit
      )
      try invocation.output.print("Made the space \(name)")
      return .success
    }
  )

  private static let quota = Command<HubAction>(
    "quota",
    abstract: "Set how much a space may hold; without '--quota', the limit of all spaces applies.",
    arguments: [Keys.space],
    options: [Keys.quota],
    action: HubAction { invocation in
      let name = invocation.arguments[Keys.space]
      try invocation.administration(missing: .refused)
        .setQuota(SpaceQuota(invocation.arguments[Keys.quota]), of: name)
      try invocation.output.print("Set the quota of \(name)")
      return .success
    }
  )

  private static let freeze = command(
    "freeze",
    abstract: "Refuse changes to a space for now; its devices keep them and send them later.",
    discussion: """
      The space, and what 'space export' writes now, contain every change that was acknowledged \
      before. Devices still receive changes, and try to send again by themselves. 'space thaw' \
      ends the freeze.
      """,
    freezes: true
  )

  private static let thaw = command(
    "thaw",
    abstract: "Accept changes to a space again.",
    freezes: false
  )

  private static func command(
    _ name: String,
    abstract: String,
    discussion: String = "",
    freezes: Bool
  ) -> Command<HubAction> {
    Command(
      name,
      abstract: abstract,
      discussion: discussion,
      arguments: [Keys.space],
      action: HubAction { invocation in
        let space = invocation.arguments[Keys.space]
        let isNew = try invocation.administration(missing: .refused).setFrozen(freezes, space)
        if isNew {
          try invocation.output.print("\(freezes ? "Froze" : "Thawed") the space \(space)")
        } else {
          invocation.output.say(
            "The space \(space) \(freezes ? "is frozen already" : "is not frozen")."
          )
        }
        return .success
      }
    )
  }

  private static let delete = Command<HubAction>(
    "delete",
    abstract: "Delete a space with all its items; its devices get an answer that says so.",
    discussion:
      "The devices keep their items. If the space is made again, they offer it all of them.",
    arguments: [Keys.space],
    options: [Keys.yes, Keys.reason],
    action: HubAction { invocation in
      let name = invocation.arguments[Keys.space]
      let hub = try invocation.administration(missing: .refused)
      let space = try hub.space(name)
      guard invocation.arguments[Keys.yes] else {
        throw invocation.arguments.failure(
          "The space \(name) holds \(counted(Int(space.usage.items))). Give '--yes' to delete them."
        )
      }
      try hub.deleteSpace(name, reason: invocation.arguments[Keys.reason])
      try invocation.output.print("Deleted the space \(name)")
      return .success
    }
  )

  private static func print(
    _ spaces: [SpaceSummary],
    _ invocation: Invocation
  ) throws -> ExitCode {
    if invocation.arguments[Keys.json] {
      for space in spaces { try invocation.output.print(json: space.json) }
      return .success
    }
    guard !spaces.isEmpty else {
      invocation.output.say("There are no spaces. 'itemshub token create SPACE' makes one.")
      return .success
    }
    var table = TextTable([
      "space", "items", "bytes", "quota", "tokens", "devices", "last push", "frozen",
    ])
    for space in spaces {
      table.add([
        space.name, "\(space.usage.items)", "\(space.usage.bytes)", space.quota.text,
        "\(space.tokens)", "\(space.devices)", Times.text(space.lastPush),
        Times.text(space.frozenSince),
      ])
    }
    try invocation.output.print(table)
    return .success
  }
}

/// A word of `--quota`.
private struct QuotaPart: ArgumentValue {
  let argumentText: String
  var items: Int64?
  var bytes: Int64?

  init(argument text: String) throws(ValueError) {
    argumentText = text
    let digits = text.prefix { ("0"..."9").contains($0) }
    let unit = String(text[digits.endIndex...])
    guard let number = Int64(digits), (1..<(1 << 32)).contains(number) else {
      throw QuotaPart.refusal
    }
    if unit == "items" {
      items = number
    } else if let factor = QuotaPart.units[unit] {
      bytes = number * factor
    } else {
      throw QuotaPart.refusal
    }
  }

  private static let units: [String: Int64] = [
    "B": 1, "kB": 1_000, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000,
    "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30,
  ]

  private static let refusal = ValueError(
    "it is neither a number of items, as in 50000items, nor a size, as in 500MB"
  )
}

extension SpaceQuota {
  fileprivate init(_ parts: [QuotaPart]) {
    self.init(items: parts.compactMap(\.items).last, bytes: parts.compactMap(\.bytes).last)
  }

  fileprivate var text: String {
    let parts = [items.map { counted(Int($0)) }, bytes.map { "\($0) bytes" }].compactMap { $0 }
    return parts.isEmpty ? "-" : parts.joined(separator: ", ")
  }
}

extension SpaceSummary {
  fileprivate var json: JSONValue {
    .object([
      "space": .string(name), "items": .integer(usage.items), "bytes": .integer(usage.bytes),
      "maxItems": quota.items.map { .integer($0) } ?? .null,
      "maxBytes": quota.bytes.map { .integer($0) } ?? .null,
      "head": .integer(head), "tokens": .integer(Int64(tokens)),
      "devices": .integer(Int64(devices)), "lastPush": lastPush.map { .integer($0) } ?? .null,
      "frozenSince": frozenSince.map { .integer($0) } ?? .null,
    ])
  }
}
