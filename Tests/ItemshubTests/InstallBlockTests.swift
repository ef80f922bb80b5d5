#if Hub
import Foundation
import Testing

/// The guide's blocks that install something, with stand-ins for what would change this machine.
///
/// A stand-in fails for whatever the sources do not have: a file, a product, a package. `Scripts/check-package` installs
/// the real packages.
@Suite struct InstallBlockTests {
  private static let firstDevice = "Sources/itemshub/itemshub.docc/FirstDevice.md"
  private static let versions = "Sources/itemshub/itemshub.docc/Versions.md"

  private let workplace: HubWorkplace

  init() throws {
    workplace = try HubWorkplace()
    try FileManager.default.createDirectory(
      atPath: "\(workplace.path)/bin",
      withIntermediateDirectories: true
    )
    for name in ["Package.swift", "Sources", "Support"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(workplace.path)/\(name)",
        withDestinationPath: GuidePage.root.appending(path: name).path
      )
    }
  }

  /// Puts a program before those of the system; its words are `$@`.
  private func standIn(_ name: String, _ lines: String) async throws {
    try workplace.write("text", "#!/bin/sh\nset -e\necho \"\(name) $*\" >>calls\n\(lines)\n")
    // By another process: a file that this one writes may be open in a child that another test starts, and not be run.
    let copied = try await workplace.run("cp text \(name) && chmod 755 \(name)")
    #expect(copied.code == 0, "\(copied)")
  }

  private func succeed(_ lines: String) async throws -> HubWorkplace.Result {
    let result = try await workplace.run("set -e\nPATH=$PWD/bin:$PATH\n\(lines)")
    #expect(result.code == 0, "\(lines)\n\(result)")
    return result
  }

  /// `sudo` does what it is told as whoever runs the test, `apt` looks whether the package is there.
  private func prepareSystem() async throws {
    try await standIn(
      "bin/sudo",
      "if [ \"$1\" = -u ]; then [ \"$2\" = itemshub ]; shift 2; fi\nexec \"$@\""
    )
    try await standIn(
      "bin/apt",
      "[ \"$1\" = install ]\n[ $# = 2 ]\n[ -f \"$2\" ]\ncase $2 in ./*|/*) ;; *) exit 1 ;; esac"
    )
  }

  @Test func `each block of the pages is run by a test`() throws {
    let first = try GuidePage(Self.firstDevice).blocks
    #expect(
      first.compactMap(\.name) == ["package", "sources", "container", "first device", "start"]
    )
    let versions = try GuidePage(Self.versions).blocks
    #expect(versions.compactMap(\.name) == ["update"])
    #expect((first + versions).allSatisfy { $0.name != nil })
  }

  @Test func `the package is where the script puts it, and its user makes a token`() async throws {
    try await prepareSystem()
    let script = try String(
      contentsOf: GuidePage.root.appending(path: "Scripts/package"),
      encoding: .utf8
    )
    let folder = try #require(script.firstMatch(of: #/destination=\$\{1:-(.+)\}/#)?.output.1)
    let name = try #require(script.firstMatch(of: #/"\$destination/(\$.+\.deb)"/#)?.output.1)
    let users = try String(
      contentsOf: GuidePage.root.appending(path: "Support/systemd/itemshub.sysusers"),
      encoding: .utf8
    )
    #expect(users.contains(#/(?m)^u!? +itemshub /#), "\(users)")
    try FileManager.default.createDirectory(
      atPath: "\(workplace.path)/Scripts",
      withIntermediateDirectories: true
    )
    try await standIn(
      "Scripts/package",
      "[ $# = 0 ]\nmkdir -p \(folder)\nname=itemshub version=1 architecture=all\n: >\"\(folder)/\(name)\""
    )
    let result = try await succeed(try GuidePage(Self.firstDevice).block("package"))
    #expect(result.output.hasPrefix("ith_"), "\(result)")
    let calls = try workplace.text("calls").split(separator: "\n")
    #expect(
      calls.count == 4
        && calls.last == "bin/sudo -u itemshub itemshub token create main --label laptop"
    )
  }

  @Test func `what is built from the sources is installed, and starts with the machine`()
    async throws
  {
    let page = try GuidePage(Self.firstDevice)
    let block = try page.block("sources").trimmingCharacters(in: .whitespacesAndNewlines)
    // The programs of the tests, whose build takes no minutes more.
    let script = GuidePage.root.appending(path: block).path
    let products = try #require(HubWorkplace.products)
    _ = try await succeed("sh -c '\(script) --from \(products)'")
    let version = try await succeed(".local/bin/itemshub --version")
    #expect(version.output.hasPrefix("itemshub "), "\(version)")
    #if os(Linux)
    let unit = ".local/share/systemd/user/itemshub.service"
    try await standIn(
      "bin/systemctl",
      "[ \"$1\" = --user ]\nfor name; do :; done\n"
        + "[ \"$2\" = daemon-reload ] || [ \"$2 $3 $4\" = 'enable --now itemshub' ]\n[ -f \(unit) ]"
    )
    try await standIn("bin/loginctl", "[ \"$*\" = enable-linger ]")
    _ = try await succeed(try page.block("start"))
    let analyze = "/usr/bin/systemd-analyze"
    guard FileManager.default.isExecutableFile(atPath: analyze) else { return }
    // What systemd says of a unit that it takes is nothing.
    let verdict = try await succeed(
      "XDG_RUNTIME_DIR=$PWD \(analyze) verify --user --man=no \(unit)"
    )
    #expect(verdict.errors == "", "\(verdict)")
    #endif
  }

  @Test func `the container's file, volume, port and program are those of the page`() async throws {
    try await standIn(
      "bin/podman",
      """
      case $1 in
        build) [ "$2" = -f ]; cp "$3" built; [ "$4 $5 $6" = "-t itemshub ." ] ;;
        run)
          volume=$(sed -n 's/^VOLUME //p' built); port=$(sed -n 's/^EXPOSE //p' built)
          case "$*" in *" -v hub:$volume -p 127.0.0.1:$port:$port itemshub") ;; *) exit 1 ;; esac ;;
        exec) [ "$2 $3" = "-it hub" ]; shift 3; [ "$1" = itemshub ]; exec "$@" ;;
        *) exit 64 ;;
      esac
      """
    )
    let result = try await succeed(try GuidePage(Self.firstDevice).block("container"))
    #expect(result.output.hasPrefix("ith_"), "\(result)")
    // What the daemon in it is told: its settings, tried with the built program.
    let file = try workplace.text("built")
    let line = try #require(file.firstMatch(of: #/(?m)^ENV (.+)$/#)?.output.1)
    let settings = try await succeed("export \(line)\nitemshub config")
    for words in ["/data/hub.sqlite", "0.0.0.0:8731", "ITEMSHUB_INSECURE", "none"] {
      #expect(settings.output.contains(words), "\(settings)")
    }
  }

  @Test func `an update backs up first, and the hub runs in the end`() async throws {
    try await prepareSystem()
    let daemon = try await Daemon(in: workplace)
    try await daemon.join("a.sqlite")
    try workplace.write("itemshub_1_all.deb", "")
    let result = try await succeed(try GuidePage(Self.versions).block("update"))
    #expect(result.output.hasPrefix("Backed up to 'before-update.sqlite'\n"), "\(result)")
    #expect(result.output.contains("127.0.0.1:\(daemon.port)"), "\(result)")
    // What the page says of going back.
    let back = try await succeed("itemshub restore before-update.sqlite --yes")
    #expect(back.output == "Restored 'before-update.sqlite'\n", "\(back)")
    #expect(await daemon.end() == 0)
  }
}
#endif
