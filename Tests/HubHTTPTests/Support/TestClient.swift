#if Hub
import CEvents
import Files
import Glibc
import Testing

/// A client that writes and reads bytes as a test wants them.
struct TestClient {
  let socket: FileDescriptor

  /// Connects to this machine.
  init(_ port: UInt16, receiveBuffer: Int32? = nil) throws {
    let number = try SystemError.check { CEvents.socket(AF_INET, cevents_stream | O_CLOEXEC, 0) }
    socket = FileDescriptor(owning: number, "a client")
    if let receiveBuffer { _ = cevents_set_option(number, SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
    _ = cevents_set_option(number, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try unsafe withUnsafePointer(to: address) { pointer in
      try unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = try SystemError.check { unsafe connect(number, pointer, size) }
      }
    }
  }

  /// Writes all of it; false if the server has closed.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[sent...])
        return unsafe cevents_send(socket.number, rest.baseAddress, rest.count, nil, 0)
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.latin1)) }

  /// The next bytes, however long they take; none at the end, nil after a reset.
  ///
  /// Waits a moment at a time, so that tests that wait leave Swift's few threads to others.
  func receive(atMost limit: Int = 65_536) async -> [UInt8]? {
    while true {
      var failure: Int32 = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        let got = unsafe recv(socket.number, buffer.baseAddress, limit, Int32(MSG_DONTWAIT))
        failure = got < 0 ? SystemError.current.number : 0
        count = max(0, got)
      }
      if failure == 0 { return bytes }
      guard failure == EAGAIN else { return nil }
      await Task.yield()
      var question = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&question, 1, 1)
    }
  }

  /// Everything up to the end of the connection.
  func receiveAll() async -> [UInt8] {
    var bytes: [UInt8] = []
    while let part = await receive(), !part.isEmpty { bytes += part }
    return bytes
  }

  /// Everything up to the end of the connection, as text.
  func receiveText() async -> String { String(decoding: await receiveAll(), as: UTF8.self) }

  /// Says that nothing more comes.
  func finish() { shutdown(socket.number, Int32(SHUT_WR)) }

  /// Ends the connection by a reset.
  func reset() {
    var linger = CEvents.linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      socket.number,
      SOL_SOCKET,
      SO_LINGER,
      &linger,
      socklen_t(MemoryLayout<CEvents.linger>.size)
    )
    socket.close()
  }
}

#endif
