#if Hub
import Foundation
import Testing

/// The unit of the system; what systemd says of it is looked at by `Scripts/check-package`.
@Suite struct UnitTests {
  private let unit: [String]

  init() throws {
    let file = GuidePage.root.appending(path: "Support/systemd/itemshub.service")
    unit = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    "Type=notify", "User=itemshub", "StateDirectory=itemshub", "StateDirectoryMode=0700",
    "UMask=0077", "LimitNOFILE=65536", "CapabilityBoundingSet=", "NoNewPrivileges=yes",
    "ProtectSystem=strict", "ProtectHome=yes", "ProtectClock=yes", "ProtectControlGroups=yes",
    "ProtectHostname=yes", "ProtectKernelLogs=yes", "ProtectKernelModules=yes",
    "ProtectKernelTunables=yes", "ProtectProc=invisible", "PrivateDevices=yes", "PrivateUsers=yes",
    "LockPersonality=yes", "MemoryDenyWriteExecute=yes", "RestrictNamespaces=yes",
    "RestrictRealtime=yes", "SystemCallArchitectures=native", "SystemCallFilter=@system-service",
    "SystemCallFilter=~@privileged @resources",
    "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
  ])
  func `allows the daemon no more than it needs`(line: String) {
    #expect(unit.contains(line))
  }

  @Test func `starts after the clock is set, and ends by SIGTERM in time`() throws {
    #expect(unit.contains { $0.hasPrefix("After=") && $0.contains("time-sync.target") })
    #expect(unit.contains("ExecReload=/bin/kill -HUP $MAINPID"))
    let stop = try #require(unit.first { $0.hasPrefix("TimeoutStopSec=") })
    #expect(Int(stop.drop { $0 != "=" }.dropFirst()) ?? 0 > 5)
    #expect(!unit.contains { $0.hasPrefix("DynamicUser") || $0.hasPrefix("KillSignal") })
  }

  @Test func `metrics that the guide tells to watch are there`() async throws {
    let page = try GuidePage("Sources/itemshub/itemshub.docc/RunningForYears.md").text
    let names = page.matches(of: #/`(itemshub_[a-z_]+)(\{reason="([a-z_]+)"\})?`/#)
    #expect(names.count >= 6)
    let source = GuidePage.root.appending(path: "Sources/HubServer/Operation")
    var text = ""
    for file in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      text += try String(contentsOf: source.appending(path: file), encoding: .utf8)
    }
    for name in names {
      let metric = name.output.1.dropFirst("itemshub_".count)
      #expect(text.contains("(\"\(metric)\", ") || text.contains("\"\(metric)\","), "\(metric)")
      if let reason = name.output.3 {
        #expect(text.contains(" \(reason),") || text.contains("\"\(reason)\""), "\(reason)")
      }
    }
  }
}
#endif
