import Files
import Registry
import Sync

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The program `itemsctl`.
@main
struct Main {
  static func main() {
    let start = ContinuousClock.now
    StandardStreams.fill()
    Interruption.install()
    CallerThreadExecutor.run {
      do throws(CommandError) {
        exit(try await run(try CommandWords.read(), since: start).rawValue)
      } catch {
        try? DescriptorSink.standardError.write(Array("Error: \(error.message)\n".utf8))
        exit(error.code.rawValue)
      }
    }
  }

  private static func run(
    _ words: [String],
    since start: ContinuousClock.Instant
  ) async throws(CommandError) -> ExitCode {
    // What shells and scripts ask most often needs none of the world.
    if words == ["--version"] {
      let version = "\(Release.program) \(Release.version)\n"
      try DescriptorSink.standardOutput.write(Array(version.utf8))
      return .success
    }
    let world = World(
      environment: ProcessEnvironment(
        variables: ProcessInfo.processInfo.environment,
        folder: FilePath.currentFolder
      ),
      input: DescriptorSource.standardInput,
      standardOutput: DescriptorSink.standardOutput,
      standardError: DescriptorSink.standardError,
      outputIsTerminal: Terminal.isTerminal(STDOUT_FILENO),
      errorIsTerminal: Terminal.isTerminal(STDERR_FILENO),
      inputIsTerminal: Terminal.isTerminal(STDIN_FILENO),
      terminalWidth: Terminal.width(STDOUT_FILENO) ?? Terminal.width(STDERR_FILENO),
      terminalHeight: Terminal.height(STDOUT_FILENO),
      calendar: LocalCalendar(now: Date()),
      clock: { Date() },
      screen: TerminalScreen.standard,
      repository: { choice, access in
        try choice.repository(for: access, from: Container.shared)
      },
      networkService: { choice, remote, access throws(SyncError) in
        try choice.networkService(for: remote, access, from: Container.shared)
      },
      syncLease: { $0.syncLease },
      elapsed: { ContinuousClock.now - start }
    )
    return await Run(world: world)(words)
  }
}
