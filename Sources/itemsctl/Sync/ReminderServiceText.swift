/// The files by which a system reminds of what is due, each minute.
enum ReminderServiceText {
  /// A unit for systemd's user manager, which its timer starts.
  static func systemd(program: String) -> String {
    """
    # Shows what is due in your store of itemsctl as notifications; itemsctl-remind.timer starts it.
    #   systemctl --user enable --now itemsctl-remind.timer
    # Otherwise than by notify-send: systemctl --user edit itemsctl-remind, [Service], ExecStart= and a line as below.
    # Another store: Environment="ITEMSCTL_STORE=/folder/other.sqlite"

    [Unit]
    Description=Tell what is due in the store of itemsctl
    Documentation=man:itemsctl(1)

    [Service]
    Type=oneshot
    ExecStart=\(ServiceText.quoted(program)) remind --no-input --color=never --exec '\(notifySend)'
    TimeoutStartSec=10min

    UMask=0077
    NoNewPrivileges=yes

    """
  }

  /// In a unit, a dollar sign stands for itself behind another one: see "Command lines" in systemd.service(5).
  private static let notifySend =
    #"notify-send --app-name=itemsctl -- "$$ITEMSCTL_TITLE" "$$ITEMSCTL_DUE""#

  /// The timer of that unit.
  static let systemdTimer = """
    # Has itemsctl-remind.service look each minute for what is due.

    [Unit]
    Description=Look each minute for what is due in the store of itemsctl
    Documentation=man:itemsctl(1)

    [Timer]
    OnCalendar=minutely
    AccuracySec=1s

    [Install]
    WantedBy=timers.target

    """

  /// An agent for launchd.
  static func launchd(program: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>Label</key><string>itemsctl-remind</string>
      <key>ProgramArguments</key>
      <array>
        <string>\(ServiceText.escaped(program))</string>
        <string>remind</string><string>--no-input</string><string>--color=never</string>
        <string>--exec</string>
        <string>\(ServiceText.escaped(osascript))</string>
      </array>
      <key>StartInterval</key><integer>60</integer>
      <key>ProcessType</key><string>Background</string>
      <key>Umask</key><integer>63</integer>
    </dict>
    </plist>

    """
  }

  /// The texts are passed as arguments, so that nothing in a title is taken for a script.
  private static let osascript =
    "osascript -e 'on run argv' -e 'display notification (item 2 of argv) with title (item 1 of argv)' -e 'end run' "
    + #""$ITEMSCTL_TITLE" "$ITEMSCTL_DUE""#
}
