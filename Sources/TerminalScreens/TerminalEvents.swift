import ChildProcesses
import CommandKit
import Dispatch
import Files
import Storage

/// Reads keys from a terminal, and receives signals about its size and about stops.
final class TerminalEvents: Sendable {
  /// What happens, in order.
  let stream: AsyncStream<ScreenEvent>

  private let keys: Locked<any DispatchSourceRead>
  private let signals: Locked<any DispatchSourceRead>

  /// Begins to listen, for the whole process.
  init(_ terminal: Int32) throws(CommandError) {
    let pipe: PipeEnds
    do throws(SystemError) {
      pipe = try PipeEnds()
    } catch {
      throw CommandError(.inputOutput, "Cannot read keys from the terminal: \(error).")
    }
    let queue = DispatchQueue(label: "terminal")
    let (stream, continuation) = AsyncStream<ScreenEvent>.makeStream()
    self.stream = stream
    let listener = KeyListener(terminal, on: queue, continuation)
    let keys = DispatchSource.makeReadSource(fileDescriptor: terminal, queue: queue)
    let signals = DispatchSource.makeReadSource(
      fileDescriptor: pipe.reading.number,
      queue: queue
    )
    keys.setEventHandler { listener.read() }
    signals.setEventHandler {
      for number in bytes(from: pipe.reading) {
        if let signal = Terminal.signals[Int32(number)] { continuation.yield(ScreenEvent(signal)) }
      }
    }
    Terminal.sendSignals(to: pipe.writing)
    keys.resume()
    signals.resume()
    self.keys = Locked(keys)
    self.signals = Locked(signals)
  }

  deinit {
    Terminal.sendSignals(to: nil)
    keys.withLock { $0.cancel() }
    signals.withLock { $0.cancel() }
  }
}

/// Assembles keys from a terminal's bytes; used on one queue only.
private final class KeyListener: Sendable {
  private let terminal: Int32
  private let queue: DispatchQueue
  private let continuation: AsyncStream<ScreenEvent>.Continuation
  private let state = Locked((reader: KeyReader(), hasEnded: false))

  /// How long the rest of a key that begins with Esc may take.
  private static let patience = DispatchTimeInterval.milliseconds(50)

  init(
    _ terminal: Int32,
    on queue: DispatchQueue,
    _ continuation: AsyncStream<ScreenEvent>.Continuation
  ) {
    self.terminal = terminal
    self.queue = queue
    self.continuation = continuation
  }

  /// Reads the waiting bytes.
  func read() {
    let bytes = bytes(from: FileDescriptor(borrowing: terminal, "the terminal"))
    let (keys, isUndecided) = state.withLock { state in
      let keys = state.reader.keys(in: bytes)
      defer { state.hasEnded = bytes.isEmpty }
      // A closed terminal reports its end repeatedly.
      return (bytes.isEmpty && !state.hasEnded ? nil : keys, state.reader.isUndecided)
    }
    guard let keys else {
      continuation.yield(.ended)
      return
    }
    for key in keys { continuation.yield(.key(key)) }
    guard isUndecided else { return }
    queue.asyncAfter(deadline: .now() + KeyListener.patience) { [self] in
      for key in state.withLock({ $0.reader.flush() }) { continuation.yield(.key(key)) }
    }
  }
}

/// The waiting bytes; none at the end and after an error.
private func bytes(from descriptor: FileDescriptor) -> [UInt8] {
  (try? descriptor.read(atMost: 1_024)) ?? []
}
