import Files
import NetworkFrames
import Storage

/// Reads or writes frames; each is written whole, whoever writes at the same time.
final class FramePipe: Sendable {
  private let descriptor: FileDescriptor
  private let reader = Locked(FrameReader())
  private let writing = Locked(())

  init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  /// The next frame, or nil at the end.
  func next() -> Frame? {
    reader.withLock { reader in
      while true {
        do throws(FrameError) {
          if let frame = try reader.next() { return frame }
        } catch {
          return nil
        }
        guard let piece = try? descriptor.read(), !piece.isEmpty else { return nil }
        reader.append(piece)
      }
    }
  }

  /// Writes a message; ignores errors, which nobody could receive.
  func write(_ message: FrameMessage) { write(message.frame.bytes) }

  /// Writes a text.
  func write(_ text: String) { write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) {
    writing.withLock { _ in try? descriptor.write(bytes) }
  }
}
