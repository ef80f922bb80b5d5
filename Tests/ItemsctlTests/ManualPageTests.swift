import ArgumentParsing
import Foundation
import Testing

@testable import itemsctl

@Suite struct ManualPageTests {
  private static func isInstalled(_ tool: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
  }

  private static let hasMan = isInstalled("man") && isInstalled("groff")
  private static let hasMandoc = isInstalled("mandoc")

  @Test func `the page names every command and every option`() async throws {
    let source = await (try Shell())("man").output.replacing("\\-", with: "-")
    for chain in ItemsctlProgram.program.chains where !chain.command.isHidden {
      if chain.path.count > 1 {
        #expect(source.contains("\n.Ss \"\(chain.path.joined(separator: " "))\"\n"))
      }
      for option in chain.visibleOptions where !option.isHidden {
        #expect(source.contains("--\(option.name)"), "\(option.name)")
      }
    }
    for title in ["ENVIRONMENT", "EXIT STATUS", "CONFIGURATION", "FILTERS", "EXAMPLES"] {
      #expect(source.contains("\n.Sh \"\(title)\"\n"))
    }
    #expect(!source.contains("__complete"))
  }

  @Test(.enabled(if: hasMandoc && BuiltCommand.path != nil))
  func `mandoc has nothing to complain of`() async throws {
    let result = try await BuiltCommand.run(
      "$0 man | mandoc -T lint -W warning 2>&1",
      in: Workplace()
    )
    #expect(result.output == "" && result.code == 0)
  }

  @Test(.enabled(if: hasMan && BuiltCommand.path != nil))
  func `man has nothing to complain of, and shows the page`() async throws {
    let workplace = try Workplace()
    let result = try await BuiltCommand.run(
      "$0 man >itemsctl.1 && man --warnings -E UTF-8 -l ./itemsctl.1 | col -b",
      in: workplace,
      variables: ["LC_ALL": "C.UTF-8", "MANWIDTH": "80"]
    )
    #expect(result.errors == "" && result.code == 0)
    #expect(result.output.hasPrefix("ITEMSCTL(1)"))
    #expect(result.output.contains("\n   itemsctl sync resolve\n"))
    #expect(result.output.contains("--priority <priority>"))
  }
}
