import Foundation
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

  /// The files that are installed, in the order of their paths.
  private func files() async throws -> [String] {
    try await BuiltCommand.run("cd prefix && find . -type f | sort", in: workplace).output
      .split(separator: "\n").map { String($0.dropFirst(2)) }
  }

  @Test func `what is installed works, and goes again`() async throws {
    let installed = try await install("--prefix prefix --from '\(try #require(Self.built))'")
    #expect(installed.code == 0, "\(installed.errors)")
    let lines = installed.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("Installed itemsctl \(ItemsctlProgram.version) in /"))
    #expect(lines[1].hasSuffix("/prefix/bin:$PATH\""))
    #expect(
      try await files() == [
        "bin/itemsctl", "bin/itemsctl-http", "share/bash-completion/completions/itemsctl",
        "share/fish/vendor_completions.d/itemsctl.fish", "share/man/man1/itemsctl.1",
        "share/zsh/site-functions/_itemsctl",
      ]
    )
    let used = try await BuiltCommand.run(
      """
      prefix/bin/itemsctl add -q Milk && prefix/bin/itemsctl list && \
      head -n 1 prefix/share/man/man1/itemsctl.1
      """,
      in: workplace
    )
    #expect(used.output.hasPrefix("1\topen\t") && used.output.contains("\n.Dd "), "\(used)")
    let again = try await install("--prefix=prefix --from='\(try #require(Self.built))'")
    #expect(again.code == 0, "\(again.errors)")
    #expect(try await install("--prefix prefix --uninstall").code == 0)
    #expect(try await files() == [])
    #expect(workplace.exists(".local/share/itemsctl/items.sqlite"))
  }

  @Test(arguments: ["--nope", "--prefix", "--from"])
  func `a wrong word installs nothing`(words: String) async throws {
    let result = try await install(words)
    #expect(result.code == 64 && result.errors.contains("Usage: Scripts/install"))
    #expect(!workplace.exists(".local"))
  }

  @Test func `programs that are not there are not installed`() async throws {
    #expect(try await install("--prefix prefix --from none").code != 0)
    #expect(try await files() == [])
  }
}
