import ChildProcesses
import Dispatch
import Files
import Storage

/// Reads keys from a terminal, and is told of its size and of stops by signals.
final class TerminalEvents: Sendable {
  /// What happens, in order.
  let stream: AsyncStream<ScreenEvent>

  private let keys: Locked<any DispatchSourceRead>
  private let signals: Locked<any DispatchSourceRead>

  /// Begins to listen; at once for the whole process.
  init(_ terminal: Int32) throws(CommandError) {
    let pipe: PipeEnds
    do throws(SystemError) {
      pipe = try PipeEnds()
    } catch {
      throw CommandError(.inputOutput, "The terminal cannot be listened to: \(error).")
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
        if let event = Terminal.signalEvents[Int32(number)] { continuation.yield(event) }
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

/// Puts keys together from what a terminal sends; used on one queue alone.
private final class KeyListener: Sendable {
  private let terminal: Int32
  private let queue: DispatchQueue
  private let continuation: AsyncStream<ScreenEvent>.Continuation
  private let state = Locked((reader: KeyReader(), hasEnded: false))

  /// How long a key that begins with Esc may take to come.
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

  /// Takes what is there to be read.
  func read() {
    let bytes = bytes(from: FileDescriptor(borrowing: terminal, "the terminal"))
    let (keys, isUndecided) = state.withLock { state in
      let keys = state.reader.keys(in: bytes)
      defer { state.hasEnded = bytes.isEmpty }
      // A terminal that hung up says so again and again.
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

/// What can be read at once; none at the end and after an error.
private func bytes(from descriptor: FileDescriptor) -> [UInt8] {
  (try? descriptor.read(atMost: 1_024)) ?? []
}
