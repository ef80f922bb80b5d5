package import Files
import Synchronization

#if canImport(Darwin)
package import Darwin
#elseif canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#endif

/// A program that was started.
///
/// By `posix_spawn`: Foundation costs a command its start, and up to Swift 6.3 its `Process` reads past a buffer's end
/// on Linux, which now and again crashes a program with many open files, as tests are that run at once; see
/// https://github.com/swiftlang/swift-corelibs-foundation/pull/5472.
package struct ChildProcess: Sendable {
  package let id: pid_t

  /// How a program ended.
  package enum End: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)

    /// Ended by Ctrl-C.
    package static let interrupted = End.signal(SIGINT)

    /// What waitpid(2) tells of a process that is over.
    fileprivate init(status: Int32) {
      let signal = status & 0x7F
      self = signal != 0 ? .signal(signal) : .code(status >> 8 & 0xFF)
    }
  }

  /// Starts a program, found as a shell finds it, in which signals do what they do by default.
  ///
  /// Where descriptors are given, they become its standard input, output and error; else it has ours. Every other
  /// descriptor that is to stay with us must have been opened with `O_CLOEXEC`. In a session of its own it has no
  /// terminal, outlives ours, and can be ended together with what it starts.
  package init(
    _ words: [String],
    variables: [String: String],
    input: FileDescriptor? = nil,
    output: FileDescriptor? = nil,
    errors: FileDescriptor? = nil,
    inOwnSession: Bool = false
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
    if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO) }
    if let output {
      unsafe posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
    }
    if let errors {
      unsafe posix_spawn_file_actions_adddup2(&actions, errors.number, STDERR_FILENO)
    }
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Ignored signals would stay ignored in it.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGPIPE] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    // So would signals stay blocked that this thread blocks, as Dispatch's threads do with nearly all.
    var blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
    var flags = Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    if inOwnSession { flags |= ChildProcess.ownSession }
    unsafe posix_spawnattr_setflags(&attributes, flags)
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    var settings = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for index in unsafe arguments.indices { unsafe free(arguments[index]) }
      for index in unsafe settings.indices { unsafe free(settings[index]) }
    }
    var id: pid_t = 0
    let code = Self.starting.withLock { _ in
      unsafe posix_spawnp(
        &id,
        words.first ?? "",
        &actions,
        &attributes,
        &arguments,
        &settings
      )
    }
    guard code == 0 else { throw SystemError(number: code) }
    self.id = id
  }

  /// Runs the body while no thread starts a program, for descriptors that no program may inherit.
  ///
  /// Between the call that makes one and the call that marks it, a program would take it along, and
  /// whoever reads there would wait for that program's end, too.
  package static func withoutStarts<Value>(_ body: () -> sending Value) -> sending Value {
    starting.withLock { _ in body() }
  }

  private static let starting = Mutex(())

  /// See posix_spawnattr_setflags(3).
  private static var ownSession: Int16 {
    #if canImport(Darwin)
    Int16(POSIX_SPAWN_SETSID)
    #else
    // POSIX_SPAWN_SETSID of glibc and of musl, whose headers show it to programs that ask for extensions alone.
    0x80
    #endif
  }

  /// Waits for the end; nil if the system cannot tell.
  package func end() -> End? {
    var status: Int32 = 0
    while unsafe waitpid(id, &status, 0) < 0 { guard errno == EINTR else { return nil } }
    return End(status: status)
  }

  /// How it ended, if it has; does not wait.
  package func endIfOver() -> End? {
    var status: Int32 = 0
    return unsafe waitpid(id, &status, WNOHANG) == id ? End(status: status) : nil
  }

  /// Ends it at once, with all that it started, where it was started in a session of its own.
  package func killSession() { kill(-id, SIGKILL) }
}
