import Foundation
import Testing

@testable import itemsctl

/// The sessions of the README and of the command's page, line by line as they stand there.
@Suite(.enabled(if: BuiltCommand.path != nil)) struct ConsoleTests {
  private static func sessions() throws -> [[ConsoleEntry]] {
    try DocumentationPage.withSessions.flatMap { page in
      try DocumentationPage(page).blocks("console").map(ConsoleEntry.entries)
    }
  }

  /// Variables with which a shell finds the command that was built beside these tests.
  private static let variables = [
    "PATH":
      "\(URL(filePath: BuiltCommand.path ?? "/").deletingLastPathComponent().path):/usr/bin:/bin"
  ]

  @Test func `in a script they print what it says`() async throws {
    let sessions = try Self.sessions()
    #expect(sessions.count == 2)
    for session in sessions {
      let workplace = try Workplace()
      for entry in session {
        let result = try await BuiltCommand.run(
          "exec 2>&1; \(entry.command)",
          in: workplace,
          variables: Self.variables
        )
        #expect(entry.accepts(result.output), "\(entry.command) printed:\n\(result.output)")
      }
    }
  }

  @Test(.enabled(if: PseudoTerminal.isAvailable), arguments: InteractiveShell.available)
  func `typed at a shell they print what it says`(shell: InteractiveShell) async throws {
    for entries in try Self.sessions() {
      let workplace = try Workplace()
      let session = try ShellSession(shell, in: workplace, variables: Self.variables)
      try await session.begin()
      for entry in entries {
        let printed = try await session.run(entry.command)
        #expect(entry.accepts(printed), "\(entry.command) printed:\n\(printed)")
      }
      await session.close()
    }
  }
}
