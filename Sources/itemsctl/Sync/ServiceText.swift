/// The files by which a system keeps a store in sync; no token is in them.
enum ServiceText {
  /// A unit for systemd's user manager.
  ///
  /// What it forbids needs no rights of its own: a user's manager may set neither mounts nor capabilities, and where
  /// the kernel gives users no namespaces, a unit that asks for them does not start.
  static func systemd(program: String) -> String {
    """
    # Keeps your store in sync with its hub: https://systemd.io, systemd.service(5).
    #   itemsctl login https://hub.example/main
    #   systemctl --user enable --now itemsctl-sync
    # Another store: systemctl --user edit itemsctl-sync, [Service], Environment="ITEMSCTL_STORE=/folder/other.sqlite"

    [Unit]
    Description=Keep the store of itemsctl in sync
    Documentation=man:itemsctl(1)

    [Service]
    Type=exec
    ExecStart=\(quoted(program)) sync --watch --no-input --color=never
    Restart=on-failure
    RestartSec=30
    # Another try would not help: usage, bad data, another protocol, a token that is not taken, configuration.
    RestartPreventExitStatus=64 65 76 77 78
    TimeoutStopSec=15

    UMask=0077
    NoNewPrivileges=yes
    LockPersonality=yes
    MemoryDenyWriteExecute=yes
    RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
    RestrictNamespaces=yes
    RestrictRealtime=yes
    RestrictSUIDSGID=yes
    SystemCallArchitectures=native
    SystemCallFilter=@system-service
    SystemCallErrorNumber=EPERM

    [Install]
    WantedBy=default.target

    """
  }

  /// An agent for launchd.
  static func launchd(program: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>Label</key><string>itemsctl-sync</string>
      <key>ProgramArguments</key>
      <array>
        <string>\(escaped(program))</string>
        <string>sync</string><string>--watch</string><string>--no-input</string><string>--color=never</string>
      </array>
      <key>RunAtLoad</key><true/>
      <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
      <key>ThrottleInterval</key><integer>60</integer>
      <key>ProcessType</key><string>Background</string>
      <key>Umask</key><integer>63</integer>
    </dict>
    </plist>

    """
  }

  /// A path as a word of `ExecStart=`: see "Command lines" in systemd.service(5).
  static func quoted(_ path: String) -> String {
    var text = ""
    for character in path {
      switch character {
      case "%": text += "%%"
      case "\\", "\"": text += "\\\(character)"
      default: text.append(character)
      }
    }
    return "\"\(text)\""
  }

  /// A text as the contents of an element of XML.
  static func escaped(_ path: String) -> String {
    path.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
