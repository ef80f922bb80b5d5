import ArgumentParsing
import Files

/// Prints the file by which a system keeps the store in sync.
enum ServiceCommand {
  /// What starts programs at login.
  enum Manager: String, CaseIterable, ArgumentValue {
    case systemd, launchd

    /// The one of this system.
    static var own: Manager {
      #if canImport(Darwin)
      .launchd
      #else
      .systemd
      #endif
    }
  }

  enum Keys {
    static let manager = Argument<Manager?>(
      "manager",
      help: "What is to read it; systemd, or on macOS launchd, unless given."
    )
    static let program = Option<String?>(
      "program",
      valueName: "path",
      help: "The program to start; this one, unless given.",
      completion: .files
    )
  }

  static let command = Command<CommandAction>(
    "service",
    abstract: "Print the file that keeps the store in sync from login on.",
    discussion: """
      The file has your system start 'itemsctl sync --watch' when you log in, and again after a failure that \
      may pass. Log in to the hub first; the file has no token in it.

      On Linux, 'Scripts/install' has put the unit in place already:

        systemctl --user enable --now itemsctl-sync
        systemctl --user status itemsctl-sync
        journalctl --user -u itemsctl-sync

      'loginctl enable-linger' keeps it running after you have logged out. On macOS:

        itemsctl service > ~/Library/LaunchAgents/itemsctl-sync.plist
        launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/itemsctl-sync.plist
        launchctl print gui/$(id -u)/itemsctl-sync
      """,
    examples: [
      Example(
        "itemsctl service > ~/.config/systemd/user/itemsctl-sync.service",
        "Where the command was not installed by its script:"
      )
    ],
    arguments: [Keys.manager],
    options: [Keys.program],
    action: CommandAction(store: nil) { context in
      let program = try path(context)
      let text =
        switch context.arguments[Keys.manager] ?? .own {
        case .systemd: ServiceText.systemd(program: program)
        case .launchd: ServiceText.launchd(program: program)
        }
      try context.output.write(Array(text.utf8))
      return .success
    }
  )

  /// The program's whole path: neither manager looks where a shell does.
  private static func path(_ context: CommandContext) throws -> String {
    let arguments = context.arguments
    if let given = arguments[Keys.program] {
      guard given.hasPrefix("/"), given.visible == given else {
        throw arguments.invalidValue(given, for: Keys.program, reason: "it must begin with '/'")
      }
      return given
    }
    guard let own = FilePath.runningProgram?.description, own.visible == own else {
      throw arguments.failure("Where this program is, is not known; give '--program'.")
    }
    return own
  }
}
