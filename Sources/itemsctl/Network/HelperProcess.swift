// Starting a program with a pipe to it and one from it.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that was started: frames go to `input`, and come from `output`.
struct HelperProcess: Sendable {
  let id: pid_t
  let input: Int32
  let output: Int32

  /// Starts the program at a path, without arguments; its messages go where ours go.
  init(path: String, variables: [String: String]) throws(SystemError) {
    let toHelper = try HelperProcess.pipe()
    let fromHelper: (reading: Int32, writing: Int32)
    do throws(SystemError) {
      fromHelper = try HelperProcess.pipe()
    } catch {
      close(toHelper.reading)
      close(toHelper.writing)
      throw error
    }
    let (id, code) = HelperProcess.spawn(path, variables, toHelper.reading, fromHelper.writing)
    close(toHelper.reading)
    close(fromHelper.writing)
    guard code == 0 else {
      close(toHelper.writing)
      close(fromHelper.reading)
      throw SystemError(number: code)
    }
    (self.id, input, output) = (id, toHelper.writing, fromHelper.reading)
  }

  /// Waits for the end, and says what it was where it was not in order.
  func end() -> String? {
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    let signal = status & 0x7F
    return signal != 0 ? "signal \(signal)" : status != 0 ? "code \(status >> 8 & 0xFF)" : nil
  }

  private static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: (Int32, Int32) = (-1, -1)
    let isMade = unsafe withUnsafeMutablePointer(to: &ends) { pointer in
      unsafe pointer.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe systemPipe($0) == 0 }
    }
    guard isMade else { throw SystemError.current }
    // Programs that are started by others of our threads must not hold these open.
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends
  }

  private static func spawn(
    _ path: String,
    _ variables: [String: String],
    _ input: Int32,
    _ output: Int32
  ) -> (pid_t, Int32) {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(path), nil]
    var settings = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe settings.indices { unsafe free(settings[index]) }
    }
    var id: pid_t = 0
    let code = unsafe posix_spawn(&id, path, &actions, &attributes, &words, &settings)
    return (id, code)
  }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }
