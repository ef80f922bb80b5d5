#if Hub
import CEvents
import Files
import Glibc
package import HubServer
import Sync

/// Connections to other daemons over sockets; none of its calls takes longer than a quarter of a second.
package struct SocketPeers: PeerTransport {
  private let networks: [AddressBlock]

  /// Connects to addresses of these networks alone: they come from the store, and others may write there.
  package init(networks: [AddressBlock]) { self.networks = networks }

  package func connect(to address: String) -> (any PeerConnection)? {
    guard case .internet(let host, let port)? = try? ListenAddress(address),
      let place = SocketAddress(host: host, port: port),
      networks.contains(where: { $0.contains(place.peer) })
    else { return nil }
    return SocketPeer(place, host: address)
  }
}

/// A kept connection to another daemon.
private final class SocketPeer: PeerConnection {
  private let socket: FileDescriptor
  private let host: String

  /// How long a request, or a connection's beginning, may take.
  private static let patience = Duration.milliseconds(250)
  private static let maxResponse = 16_384

  /// Nil where nobody listens, or does not answer in time.
  init?(_ place: SocketAddress, host: String) {
    self.host = host
    let number = CEvents.socket(
      Int32(place.storage.ss_family),
      cevents_stream | cevents_nonblocking,
      0
    )
    guard number >= 0 else { return nil }
    socket = FileDescriptor(owning: number, host)
    _ = cevents_set_option(number, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    if unsafe withUnsafePointer(to: place.storage, { unsafe cevents_connect(number, $0) }) == 0 {
      return
    }
    var error: Int32 = 0
    let isUnderWay = errno == EINPROGRESS
    guard isUnderWay, isReady(POLLOUT, until: .now + SocketPeer.patience),
      unsafe cevents_get_option(number, SOL_SOCKET, SO_ERROR, &error) == 0, error == 0
    else { return nil }
  }

  func send(_ request: NetworkRequest) -> Int? {
    let deadline = ContinuousClock.now + SocketPeer.patience
    var head = "\(request.method) \(request.path) HTTP/1.1\r\nHost: \(host)\r\n"
    for header in request.headers { head += "\(header.name): \(header.value)\r\n" }
    head += "Content-Length: \(request.body.count)\r\n\r\n"
    guard write(Array(head.utf8) + request.body, until: deadline) else { return nil }
    return readStatus(until: deadline)
  }

  private func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe cevents_send(socket.number, buffer.baseAddress, buffer.count, nil, 0)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        guard errno == EAGAIN, isReady(POLLOUT, until: deadline) else { return false }
      }
    }
    return true
  }

  /// The status of a response without a body, or with one of a given length.
  private func readStatus(until deadline: ContinuousClock.Instant) -> Int? {
    var input: [UInt8] = []
    while true {
      if let end = input.firstRange(of: Array("\r\n\r\n".utf8)) {
        let lines = String(decoding: input[..<end.lowerBound], as: UTF8.self)
          .split(separator: "\r\n")
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) }
        if input.count >= end.upperBound + (length ?? 0) {
          return lines.first.flatMap { Int($0.dropFirst(9).prefix(3)) }
        }
      }
      guard input.count < SocketPeer.maxResponse, let bytes = read(until: deadline) else {
        return nil
      }
      input += bytes
    }
  }

  private func read(until deadline: ContinuousClock.Instant) -> [UInt8]? {
    while true {
      var got = 0
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
        got = unsafe recv(socket.number, buffer.baseAddress, 4_096, 0)
        count = max(0, got)
      }
      if got > 0 { return bytes }
      if got < 0, errno == EINTR { continue }
      guard got < 0, errno == EAGAIN, isReady(POLLIN, until: deadline) else { return nil }
    }
  }

  private func isReady(_ events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
    var entry = pollfd(fd: socket.number, events: Int16(events), revents: 0)
    while true {
      let rest = Int32(clamping: Int((deadline - .now) / .milliseconds(1)))
      guard rest > 0 else { return false }
      let count = unsafe CEvents.poll(&entry, 1, rest)
      if count > 0 { return true }
      guard count < 0, errno == EINTR else { return false }
    }
  }
}
#endif
