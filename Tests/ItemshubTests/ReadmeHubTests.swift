#if Hub
import Foundation
import RunningPrograms
import Testing

/// What the README says of a hub of one's own, from the daemon's start on; a test of scripts builds it.
@Suite struct ReadmeHubTests {
  @Test func `the README's hub is joined and synced with`() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let start = try #require(readme.firstRange(of: "itemshub serve &"))
    let end = try #require(readme[start.lowerBound...].firstRange(of: "```"))
    let workplace = try HubWorkplace()
    // Another port than the one that a hub of this machine may have.
    let daemon = try await Daemon(in: workplace)
    let lines = readme[start.lowerBound..<end.lowerBound]
      .replacing("127.0.0.1:8731", with: "127.0.0.1:\(daemon.port)")
      .split(separator: "\n").dropFirst().joined(separator: "\n")
    let result = try await workplace.run(lines)
    #expect(result.code == 0, "\(result)")
    #expect(result.output.contains("Logged in to"), "\(result)")
    #expect(result.output.hasSuffix("1 pushed, 0 pulled\n"), "\(result)")
    #expect(await daemon.end() == 0)
  }
}
#endif
