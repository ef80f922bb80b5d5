import CommandKit
import Files
import Phrases
import Registry
import Storage
import Sync
import TerminalScreens

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The program `itemsctl`.
@main
struct ItemsctlMain {
  static func main() {
    let start = ContinuousClock.now
    FileDescriptor.openStandardStreams()
    Interruption.install()
    CallerThreadExecutor.run {
      do throws(CommandError) {
        Interruption.exit(try await run(try CommandWords.read(), since: start))
      } catch {
        try? DescriptorSink.standardError.write(Array("Error: \(error.message)\n".utf8))
        Interruption.exit(error.code)
      }
    }
  }

  private static func run(
    _ words: [String],
    since start: ContinuousClock.Instant
  ) async throws(CommandError) -> ExitCode {
    // What shells and scripts ask most often needs none of the world.
    if words == ["--version"] {
      let version = "\(Itemsctl.name) \(PackageRelease.version)\n"
      try DescriptorSink.standardOutput.write(Array(version.utf8))
      return .success
    }
    let (input, output, errors) = (
      FileDescriptor.standardInput.number, FileDescriptor.standardOutput.number,
      FileDescriptor.standardError.number
    )
    let environment = ProcessEnvironment(
      variables: ProcessInfo.processInfo.environment,
      folder: FilePath.currentFolder
    )
    let world = World(
      environment: environment,
      input: DescriptorSource.standardInput,
      standardOutput: DescriptorSink.standardOutput,
      standardError: DescriptorSink.standardError,
      outputIsTerminal: Terminal.isTerminal(output),
      errorIsTerminal: Terminal.isTerminal(errors),
      inputIsTerminal: Terminal.isTerminal(input),
      terminalWidth: Terminal.width(output) ?? Terminal.width(errors),
      terminalHeight: Terminal.height(output),
      calendar: LocalCalendar(now: Date(), dateOrder: environment.dateOrder),
      clock: { Date() },
      hideTyping: { () throws(CommandError) in try Terminal.hideTyping(input) },
      showTyping: { Terminal.showTyping() },
      screen: TerminalScreen.standard,
      repository: { choice, access in
        try choice.repository(for: access, from: Container.shared)
      },
      networkService: { choice, remote, access throws(SyncError) in
        try choice.networkService(for: remote, access, from: Container.shared)
      },
      syncLease: { $0.syncLease },
      hooks: { HookDelivery(environment) },
      serveMainActor: { CallerThreadExecutor.serveMainActor() },
      elapsed: { ContinuousClock.now - start }
    )
    return await Run(world: world)(words)
  }
}
