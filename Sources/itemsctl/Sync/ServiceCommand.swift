import ArgumentParsing
import CommandKit
import Files

/// Prints the files by which a system keeps the store in sync, and reminds of what is due.
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

  /// What is to be done for a person who is logged in.
  enum Unit: String, CaseIterable, ArgumentValue {
    case sync, remind
    /// When systemd is to remind; launchd has that in the file itself.
    case remindTimer = "remind-timer"
  }

  enum Keys {
    static let unit = Option<Unit>(
      "unit",
      help: "Which file: to sync, to remind, or systemd's timer for reminders.",
      default: .sync
    )
    static let manager = Argument<Manager?>(
      "manager",
      help: "The service manager; by default systemd, or launchd on macOS."
    )
    static let program = Option<String?>(
      "program",
      valueName: "path",
      help: "The program to start; by default, this one.",
      completion: .files
    )
  }

  static let command = Command<CommandAction>(
    "service",
    abstract: "Print service files to sync and remind while you are logged in.",
    discussion: """
      With the file, your system starts 'itemsctl sync --watch' when you log in, and restarts it \
      after a failure that may be temporary. Log in to the hub first: the file contains no token.

      On Linux, 'Scripts/install' has put the unit in place already:

        systemctl --user enable --now itemsctl-sync
        systemctl --user status itemsctl-sync
        journalctl --user -u itemsctl-sync

      'loginctl enable-linger' keeps it running after you have logged out. On macOS:

        mkdir -p ~/Library/LaunchAgents
        itemsctl service > ~/Library/LaunchAgents/itemsctl-sync.plist
        launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/itemsctl-sync.plist
        launchctl print gui/$(id -u)/itemsctl-sync

      '--unit remind' prints the service that shows, each minute, what has come due, by \
      notify-send or on macOS by osascript. '--unit remind-timer' prints the timer that systemd \
      needs for it. See 'itemsctl help remind'.
      """,
    examples: [
      Example(
        "itemsctl service > ~/.config/systemd/user/itemsctl-sync.service",
        "If 'Scripts/install' has not installed the command:"
      )
    ],
    arguments: [Keys.manager],
    options: [Keys.unit, Keys.program],
    action: CommandAction(store: nil) { context in
      let program = try path(context)
      let text: String
      switch (context.arguments[Keys.manager] ?? .own, context.arguments[Keys.unit]) {
      case (.systemd, .sync): text = ServiceText.systemd(program: program)
      case (.systemd, .remind): text = ReminderServiceText.systemd(program: program)
      case (.systemd, .remindTimer): text = ReminderServiceText.systemdTimer
      case (.launchd, .sync): text = ServiceText.launchd(program: program)
      case (.launchd, .remind): text = ReminderServiceText.launchd(program: program)
      case (.launchd, .remindTimer):
        throw context.arguments.failure(
          "launchd needs no timer: its file of '--unit remind' contains the time."
        )
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
      throw arguments.failure("The path of this program cannot be found; give it by '--program'.")
    }
    return own
  }
}
