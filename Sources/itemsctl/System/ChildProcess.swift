// Starting other programs.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A program that was started.
struct ChildProcess: Sendable {
  let id: pid_t

  /// How a program ended.
  enum End: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)
  }

  /// Starts a program, found as a shell finds it, in which signals do what they do by default.
  ///
  /// Where descriptors are given, they become its standard input and output; else it has ours.
  init(
    _ words: [String],
    variables: [String: String],
    input: Int32? = nil,
    output: Int32? = nil
  ) throws(SystemError) {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    if let output { unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // What we ignore would stay ignored in it.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGPIPE] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    var settings = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe settings.indices { unsafe free(settings[index]) }
    }
    var id: pid_t = 0
    let code = unsafe posix_spawnp(
      &id,
      words.first ?? "",
      &actions,
      &attributes,
      &arguments,
      &settings
    )
    guard code == 0 else { throw SystemError(number: code) }
    self.id = id
  }

  /// Waits for the end; nil where the system cannot tell.
  func end() -> End? {
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    let signal = status & 0x7F
    return signal != 0 ? .signal(signal) : .code(status >> 8 & 0xFF)
  }
}

/// Two ends of a pipe, which programs that we start do not inherit.
struct PipeEnds: Sendable {
  let reading: Int32
  let writing: Int32

  init() throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    let isMade = unsafe withUnsafeMutablePointer(to: &ends) { pointer in
      unsafe pointer.withMemoryRebound(to: Int32.self, capacity: 2) { unsafe systemPipe($0) == 0 }
    }
    guard isMade else { throw SystemError.current }
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = ends
  }

  /// Closes both ends.
  func close() {
    closeDescriptor(reading)
    closeDescriptor(writing)
  }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { unsafe pipe(ends) }

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
