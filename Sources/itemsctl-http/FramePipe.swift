import NetworkFrames
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads or writes frames; each is written whole, whoever writes at the same time.
final class FramePipe: Sendable {
  private let descriptor: Int32
  private let reader = Mutex(FrameReader())
  private let writing = Mutex(())

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next frame, or nil at the end.
  func next() -> Frame? {
    reader.withLock { reader in
      while true {
        do throws(FrameError) {
          if let frame = try reader.next() { return frame }
        } catch {
          return nil
        }
        guard let piece = read() else { return nil }
        reader.append(piece)
      }
    }
  }

  /// Writes a message; nobody is there to be told where that fails.
  func write(_ message: FrameMessage) { write(message.frame.bytes) }

  /// Writes a text.
  func write(_ text: String) { write(Array(text.utf8)) }

  private func write(_ bytes: [UInt8]) {
    writing.withLock { _ in
      var offset = 0
      while offset < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
          unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[offset...]))
        }
        guard count >= 0 || errno == EINTR else { return }
        offset += max(0, count)
      }
    }
  }

  private func read() -> [UInt8]? {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 262_144) { buffer, initialized in
      repeat { count = unsafe systemRead(descriptor, buffer) } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    return count > 0 ? bytes : nil
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  unsafe read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  unsafe write(descriptor, buffer.baseAddress, buffer.count)
}
