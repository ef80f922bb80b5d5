import ChildProcesses
import Foundation
import RunningPrograms
import Testing

/// Programs that a process starts, whatever the thread is that starts them.
@Suite struct ChildProcessTests {
  @Test func `a program ends at a signal that the thread which starts it blocks`() async throws {
    let (programs, continuation) = AsyncThrowingStream.makeStream(of: RunningProgram.self)
    Thread.detachNewThread {
      var signals = sigset_t()
      unsafe sigfillset(&signals)
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
      continuation.finish(
        throwing: Result {
          continuation.yield(try RunningProgram(["/bin/sh", "-c", "kill -TERM $$; exit 3"]))
        }.failure
      )
    }
    var ends: [ChildProcess.End] = []
    for try await program in programs { ends.append(await program.end()) }
    #expect(ends == [.signal(SIGTERM)])
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
