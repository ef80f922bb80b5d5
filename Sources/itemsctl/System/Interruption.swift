// A store changes only by whole transactions, so Ctrl-C may end the process at any time.

import Files
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The address of the paths to remove at the end, a null-terminated list of C strings; 0 for none.
private let pathsToUnlink = Atomic<UInt>(0)

/// Signal handling: removes unfinished files, and ends the process.
enum Interruption {
  /// Makes Ctrl-C end the process with 130, and a closed pipe a write error.
  ///
  /// Other signals end the process as usual, which a shell shows as 143 and the like.
  static func install() {
    receiveAll()
    signal(SIGPIPE, SIG_IGN)
    // The shell's file size limit is a write error, too.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGINT) { _ in
      leaveNothingBehind()
      _exit(ExitCode.interrupted.rawValue)
    }
    for number in [SIGTERM, SIGHUP] where !isIgnored(number) {
      signal(number) { number in
        leaveNothingBehind()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Unblocks all signals: a parent thread that blocks them, as Dispatch's do, passes that on.
  private static func receiveAll() {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Leaves Ctrl-C to a child process that we wait for, or handles it again.
  static func ignoreInterrupts(_ isLeft: Bool) {
    if isLeft { signal(SIGINT, SIG_IGN) } else { install() }
  }

  /// Ends the process.
  static func exit(_ code: ExitCode) -> Never { endProcess(code.rawValue) }

  /// Whether the parent set the signal to be ignored, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
    return unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    #else
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    #endif
  }

  /// Names the unfinished files to remove if the process is ended, and behind them folders that were
  /// made for them; or none.
  static func remove(_ paths: [FilePath]) {
    // A handler may read the strings at any time, so they are never freed.
    guard !paths.isEmpty else { return pathsToUnlink.store(0, ordering: .releasing) }
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
      .allocate(capacity: paths.count + 1)
    for (index, path) in paths.enumerated() {
      unsafe (list + index).initialize(to: strdup(path.description))
    }
    unsafe (list + paths.count).initialize(to: nil)
    pathsToUnlink.store(UInt(bitPattern: list), ordering: .releasing)
  }
}

// Within the type, this name means its own function.
private func endProcess(_ code: Int32) -> Never { exit(code) }

/// Gives the terminal back and removes what is unfinished.
///
/// Makes only calls that are safe in a signal handler: see signal-safety(7).
private func leaveNothingBehind() {
  Terminal.giveBack()
  let address = pathsToUnlink.load(ordering: .acquiring)
  guard
    var place = unsafe UnsafePointer<UnsafeMutablePointer<CChar>?>(bitPattern: address)
  else { return }
  while let path = unsafe place.pointee {
    // A folder that was made for the file is removed too, if it is empty.
    if unsafe unlink(path) != 0 { unsafe rmdir(path) }
    unsafe place += 1
  }
}
