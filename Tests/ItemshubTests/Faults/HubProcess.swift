#if Hub
import Files
import Foundation
import LoopbackHTTP
import RunningPrograms
import Testing

/// A daemon that is started to be killed, on a port that the system chooses.
final class HubProcess: Sendable {
  private let program: RunningProgram
  private let channel: LineChannel
  private let start = ContinuousClock.now

  /// Starts `itemshub serve` on a store, with these flags and these variables beside the usual ones.
  init(store: String, _ words: [String] = [], variables: [String: String] = [:]) throws {
    let line = [
      "\(try #require(HubWorkplace.products))/itemshub", "serve", "--store", store, "--listen",
      "127.0.0.1:0", "--metrics", "none",
      // More than three devices can ask for: what is tried here is not the limits.
      "--limit", "requests-per-second=100000", "--limit", "request-burst=100000",
      "--limit", "changes-per-second=1000000", "--limit", "change-burst=1000000",
    ]
    let environment = ["HOME": "/", "TZ": "UTC", "PATH": "/usr/bin:/bin"].merging(variables) { $1 }
    let channel = try LineChannel()
    program = try channel.start { descriptor throws(SystemError) in
      try RunningProgram(
        line + words,
        variables: environment,
        output: descriptor,
        errors: descriptor
      )
    }
    self.channel = channel
  }

  deinit { program.send(SIGKILL) }

  /// Waits until it listens; nil if it ends instead.
  func port() async -> Int? {
    let line = await channel.line("The hub is at ")
    return line?.split(separator: ":").last.flatMap { Int($0) }
  }

  /// Waits until it answers that it is ready.
  ///
  /// - Returns: Its port, and how long it took from its start until it said where it is; nil if it ends, or says that
  ///   it is not ready.
  func ready() async -> (port: Int, time: Duration)? {
    guard let port = await port() else { return nil }
    let status = await onThread { LoopbackQuestion.status(of: "/readyz", at: port) }
    // By the thread that reads: this one may have been kept waiting by other tests.
    return status == 200 ? (port, (channel.firstLine ?? .now) - start) : nil
  }

  /// The number of its process.
  var process: Int32 { program.process }

  /// What it has said so far.
  var log: [String] { channel.lines }

  func send(_ signal: Int32) { program.send(signal) }

  /// Waits for its end; the exit code is that of a shell.
  func end() async -> Int32 { await program.end().shellCode }

  /// Kills it.
  func kill() async {
    program.send(SIGKILL)
    _ = await program.end()
  }
}

/// Runs what blocks on a thread of its own, which is none of Swift's few.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
#endif
