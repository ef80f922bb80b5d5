#if Hub
import Foundation
import RunningPrograms
import Storage
import Testing

/// A proxy in front of a daemon; it ends with its last user.
final class RunningProxy: Sendable {
  /// Its address, as in `https://127.0.0.1:23456`.
  let address: String
  private let program: RunningProgram

  /// Starts a proxy and waits until it answers.
  init(_ kind: ProxyKind, to daemon: Daemon, isEncrypted: Bool = false) async throws {
    let workplace = daemon.workplace
    let scheme = isEncrypted ? "https" : "http"
    // None of them says which port the system chose. Below those that the system gives to clients, few are taken.
    for _ in 1...20 {
      let port = Int.random(in: 20_000..<32_000)
      let place = ProxyKind.Place(port: port, hub: daemon.port, isEncrypted: isEncrypted)
      let name = "proxy-\(port)"
      let line = try kind.line(for: place, in: workplace)
      let program = try workplace.start(line, as: name)
      let end = EndOfProgram(program)
      let probe = "curl -s -k -o /dev/null \(scheme)://127.0.0.1:\(port)/livez"
      // However long a busy machine takes: only the end of the program says that no answer comes.
      while !end.isOver {
        guard try await workplace.run(probe).code == 0 else {
          try await Task.sleep(for: .milliseconds(10))
          continue
        }
        self.program = program
        address = "\(scheme)://127.0.0.1:\(port)"
        return
      }
      program.send(SIGKILL)
      let errors = try workplace.text("\(name).err")
      // Another program's port is no fault of the configuration.
      try #require(errors.lowercased().contains("address already in use"), "\(errors)")
    }
    throw NoPort()
  }

  deinit { program.send(SIGKILL) }

  struct NoPort: Error {}
}

/// Whether a program has ended, for those who cannot wait for it.
private final class EndOfProgram: Sendable {
  private let state = Locked(false)

  init(_ program: RunningProgram) {
    Task { [self] in
      _ = await program.end()
      state.withLock { $0 = true }
    }
  }

  var isOver: Bool { state.withLock { $0 } }
}
#endif
