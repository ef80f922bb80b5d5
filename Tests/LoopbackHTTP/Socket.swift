#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A call on a socket failed.
package struct SocketError: Error {
  let call: String
  let number: Int32
}

/// An address by which a machine reaches itself.
package enum LoopbackHost: String, Sendable {
  case ipv4 = "127.0.0.1"
  case ipv6 = "[::1]"

  /// Whether this machine has that address.
  package var isHere: Bool {
    guard let listener = try? Socket.listen(host: self) else { return false }
    Socket.close(listener.descriptor)
    return true
  }
}

/// Connections of this machine to itself.
package enum Socket {
  #if canImport(Darwin)
  private static let stream = SOCK_STREAM
  #else
  private static let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  #endif

  /// Listens at a port, or with 0 at one that the system chooses.
  package static func listen(
    at port: Int = 0,
    host: LoopbackHost = .ipv4
  ) throws(SocketError) -> (descriptor: Int32, port: Int) {
    switch host {
    case .ipv4:
      var address = address(port)
      let descriptor = try listen(AF_INET, at: &address)
      return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    case .ipv6:
      var address = sockaddr_in6()
      address.sin6_port = in_port_t(port).bigEndian
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_addr = in6addr_loopback
      let descriptor = try listen(AF_INET6, at: &address)
      return (descriptor, Int(UInt16(bigEndian: address.sin6_port)))
    }
  }

  /// Listens at an address of a system's type, which is then the one that the system chose.
  private static func listen<Address>(
    _ family: Int32,
    at address: inout Address
  ) throws(SocketError) -> Int32 {
    let descriptor = socket(family, stream, 0)
    guard descriptor >= 0 else { throw SocketError(call: "socket", number: errno) }
    // A server that comes back finds its port in use by what is left of its connections.
    var on: Int32 = 1
    unsafe setsockopt(
      descriptor,
      SOL_SOCKET,
      SO_REUSEADDR,
      &on,
      socklen_t(MemoryLayout<Int32>.size)
    )
    var size = socklen_t(MemoryLayout<Address>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(descriptor, pointer, size) == 0 && systemListen(descriptor) == 0
          && getsockname(descriptor, pointer, &size) == 0
      }
    }
    guard isBound else {
      let number = errno
      systemClose(descriptor)
      throw SocketError(call: "bind", number: number)
    }
    return descriptor
  }

  /// The next connection; nil when the listener was shut down.
  package static func accept(_ listener: Int32) -> Int32? {
    while true {
      let connection = systemAccept(listener)
      if connection >= 0 {
        prepare(connection)
        return connection
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Connects to a port of 127.0.0.1; nil if nobody listens there.
  package static func connect(to port: Int) -> Int32? {
    let connection = socket(AF_INET, stream, 0)
    guard connection >= 0 else { return nil }
    var address = address(port)
    var own = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe withUnsafeMutablePointer(to: &own) { own in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe own.withMemoryRebound(to: sockaddr.self, capacity: 1) { own in
            unsafe systemConnect(connection, address, size) == 0
              && getsockname(connection, own, &size) == 0
          }
        }
      }
    }
    // The system may choose the very port for our end, where nobody listens any more: we would talk to ourselves.
    guard isConnected, own.sin_port != address.sin_port else {
      systemClose(connection)
      return nil
    }
    prepare(connection)
    return connection
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_port = in_port_t(port).bigEndian
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func prepare(_ connection: Int32) {
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
    #if canImport(Darwin)
    unsafe setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
    #endif
  }

  /// What came next; nil at the end.
  package static func receive(on connection: Int32) -> [UInt8]? {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, initialized in
      repeat {
        count = unsafe recv(connection, buffer.baseAddress, buffer.count, 0)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    return count > 0 ? bytes : nil
  }

  /// Sends all bytes; false if the other side has gone.
  package static func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe systemSend(connection, UnsafeRawBufferPointer(rebasing: buffer[offset...]), flags)
      }
      guard count >= 0 || errno == EINTR else { return false }
      offset += max(0, count)
    }
    return true
  }

  /// Returns when the other side has closed the connection.
  package static func waitForEnd(_ connection: Int32) {
    while receive(on: connection) != nil {}
  }

  /// Wakes whoever receives, and tells the other side nothing yet.
  package static func stopReceiving(_ connection: Int32) {
    _ = shutdown(connection, Int32(SHUT_RD))
  }

  /// Says that nothing more comes.
  package static func stopSending(_ connection: Int32) { _ = shutdown(connection, Int32(SHUT_WR)) }

  /// Has the end of the connection be a reset, which also loses what is on its way.
  package static func resetAtEnd(_ connection: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<linger>.size)
    unsafe setsockopt(connection, SOL_SOCKET, SO_LINGER, &value, size)
  }

  /// Ends both directions, and wakes whoever waits for it.
  package static func shutDown(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Gives the descriptor back.
  package static func close(_ descriptor: Int32) { systemClose(descriptor) }
}

private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, 64) }

private func systemConnect(
  _ descriptor: Int32,
  _ address: UnsafePointer<sockaddr>,
  _ size: socklen_t
) -> Int32 {
  unsafe connect(descriptor, address, size)
}

/// Programs that tests start meanwhile do not keep the connection open.
private func systemAccept(_ descriptor: Int32) -> Int32 {
  let connection = accept(descriptor, nil, nil)
  _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
  return connection
}

private func systemSend(
  _ descriptor: Int32,
  _ buffer: UnsafeRawBufferPointer,
  _ flags: Int32
) -> Int {
  unsafe send(descriptor, buffer.baseAddress, buffer.count, flags)
}

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
