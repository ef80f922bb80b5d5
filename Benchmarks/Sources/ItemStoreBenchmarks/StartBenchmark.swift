import Foundation

/// Whole-process times of two programs that print their version.
struct StartBenchmark {
  /// The path of `itemsctl`.
  let command: String

  /// Nil where there is no `sqlite3` shell.
  func run() async throws -> Measurement? {
    guard let shell = StartBenchmark.find("sqlite3") else { return nil }
    let starts = 20
    return try await .take(
      "start for `--version`, sqlite3 beside itemsctl, \(starts) times",
      operations: starts,
      runs: 15,
      floor: { for _ in 0..<starts { StartBenchmark.start(shell, "--version") } },
      store: { for _ in 0..<starts { StartBenchmark.start(command, "--version") } }
    )
  }

  private static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Spawns and waits, with nothing of its own in between: `Process` takes longer than a start does.
  private static func start(_ path: String, _ argument: String) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = [strdup(path), strdup(argument), nil]
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, &arguments, environ)
    precondition(code == 0, "\(path) does not start")
    var status: Int32 = 0
    precondition(waitpid(process, &status, 0) == process && status == 0, "\(path) failed")
  }
}
