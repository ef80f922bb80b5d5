#if Hub
import Files
import Foundation
import RunningPrograms
import Testing

/// A device that is started to be killed; `DeviceProbe` tells what it does.
final class DeviceProcess: Sendable {
  private let program: RunningProgram
  private let channel: LineChannel

  init(_ words: [String]) throws {
    let probe = "\(try #require(HubWorkplace.products))/DeviceProbe"
    let channel = try LineChannel()
    program = try channel.start { descriptor throws(SystemError) in
      try RunningProgram(
        [probe] + words,
        variables: ["HOME": "/", "TZ": "UTC"],
        input: descriptor,
        output: descriptor
      )
    }
    self.channel = channel
  }

  deinit { program.send(SIGKILL) }

  /// Gives it an order, and waits for its answer; nil if it ends without.
  func obey(_ order: String) async -> String? {
    let count = channel.count
    channel.say(order)
    return await channel.line("", after: count)
  }

  /// Whether its process has not ended.
  var isRunning: Bool { program.ending == nil }

  /// Kills it.
  func kill() async {
    program.send(SIGKILL)
    _ = await program.end()
  }

  /// Waits for its end; the exit code is that of a shell.
  func end() async -> Int32 { await program.end().shellCode }
}
#endif
