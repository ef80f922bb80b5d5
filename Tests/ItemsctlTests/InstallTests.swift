import Foundation
import Storage
import Testing

@testable import itemsctl

/// The script that installs, with the programs that the tests were built with.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct InstallTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Scripts/install").standardizedFileURL.path

  private static let built = BuiltCommand.path.map {
    URL(filePath: $0).deletingLastPathComponent().path
  }

  private let workplace: Workplace

  init() throws { workplace = try Workplace() }

  private func install(_ words: String) async throws -> BuiltCommand.Result {
    try await BuiltCommand.run("'\(Self.script)' \(words)", in: workplace)
  }

  /// Installs the built programs into a folder whose name has a space.
  private func install(from folder: String? = nil) async throws -> BuiltCommand.Result {
    let result = try await install(
      "--prefix 'a b' --from '\(folder ?? (try #require(Self.built)))'"
    )
    #expect(result.code == 0, "\(result.errors)")
    return result
  }

  private func uninstall() async throws -> BuiltCommand.Result {
    let result = try await install("--prefix='a b' --uninstall")
    #expect(result.code == 0, "\(result.errors)")
    return result
  }

  /// The files that are installed, in the order of their paths.
  private func files() async throws -> [String] {
    try await BuiltCommand.run("cd 'a b' && find . -type f | sort", in: workplace).output
      .split(separator: "\n").map { String($0.dropFirst(2)) }
  }

  private static let bashScript = "share/bash-completion/completions/itemsctl"
  private static let installed =
    [
      "bin/itemsctl", bashScript, "share/fish/vendor_completions.d/itemsctl.fish",
      "share/itemsctl/installed", "share/man/man1/itemsctl.1",
    ] + (hasSystemd ? [remindUnit, remindTimer, unit] : []) + ["share/zsh/site-functions/_itemsctl"]

  private static let unit = "share/systemd/user/itemsctl-sync.service"
  private static let remindUnit = "share/systemd/user/itemsctl-remind.service"
  private static let remindTimer = "share/systemd/user/itemsctl-remind.timer"
  #if os(Linux)
  private static let hasSystemd = true
  #else
  private static let hasSystemd = false
  #endif

  @Test func `what is installed works, and goes again`() async throws {
    let lines = try await install().output.split(separator: "\n")
    #expect(lines[0].hasPrefix("Installed itemsctl \(PackageRelease.version) in /"))
    #expect(lines[1].hasSuffix("/a b/bin:$PATH\""))
    #expect(try await files() == Self.installed)
    let used = try await BuiltCommand.run(
      """
      'a b/bin/itemsctl' add -q Milk && 'a b/bin/itemsctl' list && \
      head -n 1 'a b/share/man/man1/itemsctl.1'
      """,
      in: workplace
    )
    #expect(used.output.hasPrefix("1\topen\t") && used.output.contains("\n.Dd "), "\(used)")
    #expect(try await install().errors == "")
    #expect(try await files() == Self.installed)
    #expect(try await uninstall().output.hasPrefix("Removed itemsctl from /"))
    #expect(!workplace.exists("a b"))
    #expect(workplace.exists(".local/share/itemsctl/items.sqlite"))
    #expect(try await uninstall().output.hasPrefix("Nothing of itemsctl is installed in /"))
  }

  @Test(.enabled(if: hasSystemd && FileManager.default.isExecutableFile(atPath: analyze)))
  func `the unit is what systemd takes, and starts what was installed`() async throws {
    _ = try await install()
    let unit = String(decoding: try workplace.read("a b/\(Self.unit)"), as: UTF8.self)
    #expect(unit.contains("\nExecStart=\"/"), "\(unit)")
    #expect(unit.contains("/a b/bin/itemsctl\" sync --watch"), "\(unit)")
    // What systemd says of a unit that it takes is nothing.
    let verdict = try await BuiltCommand.run(
      """
      XDG_RUNTIME_DIR=$PWD \(Self.analyze) verify --user --man=no 'a b/\(Self.unit)' \
        'a b/\(Self.remindUnit)' 'a b/\(Self.remindTimer)'
      """,
      in: workplace
    )
    #expect(verdict.code == 0 && verdict.errors == "", "\(verdict)")
    let remind = String(decoding: try workplace.read("a b/\(Self.remindUnit)"), as: UTF8.self)
    #expect(remind.contains("/a b/bin/itemsctl\" remind --no-input"), "\(remind)")
    let odd = try await BuiltCommand.run(
      #"$0 service systemd --program '/a%b "c\d/x' | grep ^ExecStart"#,
      in: workplace
    )
    #expect(odd.output.hasPrefix(#"ExecStart="/a%%b \"c\\d/x" sync "#), "\(odd)")
  }

  private static let analyze = "/usr/bin/systemd-analyze"

  @Test func `files and folders of others stay`() async throws {
    _ = try await BuiltCommand.run(
      "mkdir -p 'a b/bin' 'a b/share/man'; echo mine >'a b/bin/itemsctl'",
      in: workplace
    )
    let installed = try await install()
    #expect(installed.errors.contains("There was another '"), "\(installed.errors)")
    #expect(installed.errors.contains("/bin/itemsctl~' now.\n"))
    _ = try await uninstall()
    #expect(try await files() == ["bin/itemsctl~"])
    #expect(try workplace.read("a b/bin/itemsctl~") == Data("mine\n".utf8))
    #expect(workplace.exists("a b/share/man") && !workplace.exists("a b/share/fish"))
  }

  @Test func `a file that was changed since is neither overwritten nor removed`() async throws {
    _ = try await install()
    let change = "echo '# mine' >>'a b/\(Self.bashScript)'"
    _ = try await BuiltCommand.run(change, in: workplace)
    #expect(try await install().errors.contains("/\(Self.bashScript)~' now.\n"))
    #expect(try await files() == (Self.installed + [Self.bashScript + "~"]).sorted())
    _ = try await BuiltCommand.run(change, in: workplace)
    let gone = try await uninstall()
    #expect(gone.errors.contains("/\(Self.bashScript)', which was changed since"), "\(gone)")
    #expect(try await files() == [Self.bashScript, Self.bashScript + "~"])
  }

  @Test func `what an older version had, and this one has not, goes with it`() async throws {
    _ = try await install()
    _ = try await BuiltCommand.run(
      """
      cd 'a b/share/itemsctl' && for file in old mine; do echo $file >$file; \
      echo "file $(cksum <$file) share/itemsctl/$file" >>installed; done; echo changed >mine
      """,
      in: workplace
    )
    #expect(try await install().errors.contains("Left '"))
    #expect(
      try await files() == (Self.installed + ["share/itemsctl/mine"]).sorted()
    )
  }

  @Test
  func `the hub comes where it is asked for, stays with the next call, and goes with the rest`()
    async throws
  {
    // A stand-in: these tests are also built without the hub.
    _ = try await BuiltCommand.run(
      """
      mkdir both && cp "$0" both && printf '%s\\n' '#!/bin/sh' 'echo "itemshub $*"' >both/itemshub
      chmod +x both/itemshub
      """,
      in: workplace
    )
    let folder = workplace.file("both")
    let result = try await install("--prefix 'a b' --hub --from '\(folder)'")
    #expect(result.code == 0, "\(result)")
    let pages = Self.installed.filter { $0.hasPrefix("share/") && !$0.contains("systemd") }
    let ofTheHub =
      ["bin/itemshub"]
      + pages.filter { $0 != "share/itemsctl/installed" }
      .map { $0.replacing("itemsctl", with: "itemshub") }
      + (Self.hasSystemd ? [Self.hubUnit] : [])
    let all = (Self.installed + ofTheHub).sorted()
    #expect(try await files() == all)
    let page = try workplace.read("a b/share/man/man1/itemshub.1")
    #expect(String(decoding: page, as: UTF8.self) == "itemshub man\n")
    if Self.hasSystemd {
      let unit = String(decoding: try workplace.read("a b/\(Self.hubUnit)"), as: UTF8.self)
      #expect(unit.contains("/a b/bin/itemshub\" serve\n"), "\(unit)")
    }
    _ = try await install(from: folder)
    #expect(try await files() == all)
    _ = try await uninstall()
    #expect(!workplace.exists("a b"))
    let none = try await install(
      "--prefix 'a b' --hub --from '\(try #require(Self.built))/nowhere'"
    )
    #expect(none.code == 66, "\(none)")
  }

  private static let hubUnit = "share/systemd/user/itemshub.service"

  @Test func `the script that sets up tells its usage`() async throws {
    let script = Self.script.replacing("Scripts/install", with: "Scripts/setup")
    let help = try await BuiltCommand.run("'\(script)' --help", in: workplace)
    #expect(help.code == 0 && help.output.hasPrefix("Usage: Scripts/setup"), "\(help)")
    let wrong = try await BuiltCommand.run("'\(script)' --everything", in: workplace)
    #expect(wrong.code == 64 && wrong.errors.contains("'--everything'"), "\(wrong)")
  }

  @Test(arguments: ["--nope", "--prefix", "--from", "--prefix=", "--from ''"])
  func `a wrong word installs nothing`(words: String) async throws {
    let result = try await install(words)
    #expect(result.code == 64 && result.errors.contains("Usage: Scripts/install"))
    #expect(!workplace.exists(".local"))
  }

  @Test func `a place that cannot be written to is told before anything is built`() async throws {
    _ = try workplace.write("file", "")
    let result = try await install("--prefix file/there")
    #expect(result.code == 73 && result.errors.contains("/file' is not a folder.\nHelp:  Choose"))
    let homeless = try await BuiltCommand.run("HOME= '\(Self.script)'", in: workplace)
    #expect(homeless.code == 64 && homeless.errors.contains("HOME is not set"))
  }

  @Test func `programs that are not there are not installed`() async throws {
    let result = try await install("--prefix 'a b' --from none")
    #expect(result.code == 66 && result.errors.contains("There is no program 'itemsctl' in '"))
    #expect(!workplace.exists("a b"))
  }
}
