// A store changes by whole transactions only, so the process just ends at Ctrl-C.

import Files
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The address of the paths to remove when the process is ended, C strings up to a null; 0 for none.
private let pathsToUnlink = Atomic<UInt>(0)

/// Ending on signals: unfinished files go, whole ones stay.
enum Interruption {
  /// Lets Ctrl-C end the process with 130, and a closed pipe be an error of writing.
  ///
  /// After another signal the process ends by that signal, which a shell shows as 143 and the like.
  static func install() {
    receiveAll()
    signal(SIGPIPE, SIG_IGN)
    // A limit of the shell's on the size of files is an error of writing, too.
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

  /// Lets every signal through: a parent's thread that blocks signals, as Dispatch's do, passes that on.
  private static func receiveAll() {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Leaves Ctrl-C to a program that we started and wait for, or takes it back.
  static func ignoreInterrupts(_ isLeft: Bool) {
    if isLeft { signal(SIGINT, SIG_IGN) } else { install() }
  }

  /// Ends the process.
  static func exit(_ code: ExitCode) -> Never { endProcess(code.rawValue) }

  /// Whether the parent asked for that, as `nohup` does.
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
    // A handler may be reading the strings at any time, so the few bytes are left alone for good.
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

// Within the type, the name would be that of its own function.
private func endProcess(_ code: Int32) -> Never { exit(code) }

/// Gives the terminal back and removes what is unfinished.
///
/// Only calls that are safe in a handler: see signal-safety(7).
private func leaveNothingBehind() {
  Terminal.giveBack()
  let address = pathsToUnlink.load(ordering: .acquiring)
  guard
    var place = unsafe UnsafePointer<UnsafeMutablePointer<CChar>?>(bitPattern: address)
  else { return }
  while let path = unsafe place.pointee {
    // A folder that was made for the file goes with it, unless something else is in it by now.
    if unsafe unlink(path) != 0 { unsafe rmdir(path) }
    unsafe place += 1
  }
}
