import Foundation
import Registry
import Testing

/// Makes a test process fail in which a test puts a thread to sleep for ever.
///
/// `StoppableWork` leaves a thread asleep for each mistake of a plain factory. Tests share their process: with enough
/// sleeping threads libdispatch starts no more, and tests that only compute wait for ever. So a test makes such a
/// mistake in a process of its own, with `#expect(processExitsWith: .success)`.
struct ParkedThreadsTrait: SuiteTrait {
  /// Swift Testing makes the traits of all tests when it lists these, before it filters them and runs the first.
  ///
  /// The process of an exit test lists none, so threads may sleep there.
  fileprivate init() {
    StoppableWork.beforeSleep.withLock { $0 = reportParkedThread }
  }
}

extension Trait where Self == ParkedThreadsTrait {
  static var failsIfThreadsPark: ParkedThreadsTrait { ParkedThreadsTrait() }
}

/// Names the running test at once, in case that the process hangs, and fails the process at its end.
private func reportParkedThread() {
  let test = Test.current.map { "\"\($0.displayName ?? $0.name)\"" } ?? "no known test"
  let line = "error: a thread of the test process sleeps for ever because of \(test)\n"
  FileHandle.standardError.write(Data(line.utf8))
  failsProcess
}

/// Lets the process end with a failure, whatever Swift Testing or XCTest has counted.
private let failsProcess: Void = {
  atexit {
    let line = """
      error: tests put threads to sleep for ever, so the run fails: the lines above name them. Move what they do into \
      #expect(processExitsWith: .success), see RegistryTests/ParkedThreads.swift

      """
    FileHandle.standardError.write(Data(line.utf8))
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}()
