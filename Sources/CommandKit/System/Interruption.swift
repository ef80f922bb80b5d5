// A store changes only by whole transactions, so Ctrl-C may end the process at any time.

import ChildProcesses
import Dispatch
package import Files
import Storage
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
package enum Interruption {
  /// Makes Ctrl-C end the process with 130, and a closed pipe a write error.
  ///
  /// Other signals end the process as usual, which a shell shows as 143 and the like.
  package static func install() {
    receiveAll()
    signal(SIGPIPE, SIG_IGN)
    // The shell's file size limit is a write error, too.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGINT, interrupt)
    for number in [SIGTERM, SIGHUP] where !isIgnored(number) { signal(number, end) }
  }

  /// Unblocks all signals: a parent thread that blocks them, as Dispatch's do, passes that on.
  private static func receiveAll() {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// Leaves Ctrl-C to a child process that we wait for, or handles it again.
  package static func ignoreInterrupts(_ isLeft: Bool) {
    if isLeft { signal(SIGINT, SIG_IGN) } else { install() }
  }

  /// Ends the process.
  package static func exit(_ code: ExitCode) -> Never { endProcess(code.rawValue) }

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
  package static func remove(_ paths: [FilePath]) {
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

// MARK: - Ends that a command is asked for

/// The end of a pipe that says that the process is asked to end, or -1.
private let requestPipe = Atomic<Int32>(-1)

extension Interruption {
  /// Takes the next Ctrl-C or SIGTERM, for a command that ends by itself; the one after it ends the process.
  package final class EndRequest: Sendable {
    private let pipe: PipeEnds
    private let source: Locked<any DispatchSourceRead>
    private let state = Locked((hasCome: false, body: (@Sendable () -> Void)?.none))

    /// Nil where no pipe is to be had: signals end the process then, as ever.
    package init?() {
      guard let pipe = try? PipeEnds() else { return nil }
      self.pipe = pipe
      source = Locked(DispatchSource.makeReadSource(fileDescriptor: pipe.reading.number))
      source.withLock { source in
        source.setEventHandler { [weak self] in
          _ = try? pipe.reading.read(atMost: 1)
          self?.take()
        }
        source.resume()
      }
    }

    deinit { source.withLock { $0.cancel() } }

    /// Whether the process was asked to end.
    package var hasCome: Bool { state.withLock { $0.hasCome } }

    /// Calls `body` when the process is asked to end.
    package func begin(_ body: @escaping @Sendable () -> Void) {
      state.withLock { $0.body = body }
      arm()
    }

    /// Takes signals, until the first has come.
    package func arm() {
      requestPipe.store(pipe.writing.number, ordering: .releasing)
      for number in [SIGINT, SIGTERM] {
        signal(number) { number in
          let before = errno
          if number == SIGINT { signal(number, interrupt) } else { signal(number, end) }
          FileDescriptor.write(0, to: requestPipe.load(ordering: .acquiring))
          errno = before
        }
      }
    }

    /// Has signals end the process, as ever: for good, or for as long as a person is asked something.
    package func disarm() {
      signal(SIGINT, interrupt)
      signal(SIGTERM, end)
      requestPipe.store(-1, ordering: .releasing)
    }

    private func take() {
      let body = state.withLock { state in
        state.hasCome = true
        return state.body
      }
      body?()
    }
  }
}

/// Ends the process as Ctrl-C does.
private func interrupt(_ number: Int32) {
  leaveNothingBehind()
  _exit(ExitCode.interrupted.rawValue)
}

/// Ends the process by a signal.
private func end(_ number: Int32) {
  leaveNothingBehind()
  signal(number, SIG_DFL)
  raise(number)
}

// Within the type, this name means its own function.
private func endProcess(_ code: Int32) -> Never { exit(code) }

/// Gives the terminal back and removes what is unfinished.
///
/// Makes only calls that are safe in a signal handler: see signal-safety(7).
private func leaveNothingBehind() {
  Terminal.giveBack()
  // The question that was not answered ends its line.
  if Terminal.showTyping() { FileDescriptor.write(0x0A, to: FileDescriptor.standardError.number) }
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
