#if Hub
// Many connections to one server on one thread, each of which has one request under way.

import CEvents
import Files
import Glibc
import LoopbackHTTP
import Sync

/// The connections, and the thread's loop.
final class LoadClient {
  private let port: UInt16
  private let queue: FileDescriptor
  private var connections: [LoadConnection] = []

  init(port: UInt16) throws {
    self.port = port
    queue = FileDescriptor(
      owning: try SystemError.check { epoll_create1(Int32(EPOLL_CLOEXEC)) },
      "the event queue"
    )
  }

  /// Opens connections; `next` gives the request that follows each response.
  func open(
    _ count: Int,
    to port: UInt16? = nil,
    next: @escaping (LoadConnection) -> [UInt8]?
  ) throws -> [LoadConnection] {
    let new = try (0..<count).map { number in
      let connection = LoadConnection(
        try connect(to: port ?? self.port),
        number: number,
        next: next
      )
      var event = unsafe epoll_event(
        events: EPOLLIN.rawValue,
        data: epoll_data_t(u64: UInt64(connections.count + number))
      )
      try SystemError.check {
        unsafe epoll_ctl(queue.number, EPOLL_CTL_ADD, connection.socket.number, &event)
      }
      return connection
    }
    connections += new
    return new
  }

  /// Reads what comes, and sends what follows, until `isOver`, which is asked after each batch of events.
  func run(until isOver: () -> Bool) {
    while !isOver() { step(milliseconds: 10) }
  }

  /// Waits for events once.
  func step(milliseconds: Int32) {
    unsafe withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 256) { buffer in
      let count = unsafe epoll_wait(queue.number, buffer.baseAddress, 256, milliseconds)
      guard count > 0 else { return }
      for index in 0..<Int(count) {
        connections[Int(unsafe buffer[index].data.u64)].read()
      }
    }
  }

  /// Ends the process: figures of a hub that refuses mean nothing.
  static func giveUp(_ reason: String) -> Never {
    try? FileDescriptor.standardError.write(Array("HubFigures: \(reason)\n".utf8))
    exit(1)
  }

  /// Closes all of them.
  func close() {
    for connection in connections { connection.close() }
    connections = []
  }

  private func connect(to port: UInt16) throws -> FileDescriptor {
    guard let number = Socket.connect(to: Int(port)) else { throw SystemError.current }
    let socket = FileDescriptor(owning: number, "a connection")
    _ = cevents_make_nonblocking(number)
    return socket
  }
}

/// A connection with at most one request under way.
final class LoadConnection {
  let socket: FileDescriptor
  /// Its place among those that were opened with it.
  let number: Int
  /// How many responses have come.
  private(set) var answered = 0
  /// When the request under way was sent, and when the last response came.
  private(set) var sent = ContinuousClock.now
  private(set) var received = ContinuousClock.now
  /// What the last response was.
  private(set) var status = 0
  private(set) var body: [UInt8] = []
  private var input: [UInt8] = []
  private var isClosed = false
  private let next: (LoadConnection) -> [UInt8]?
  /// What to do when the hub closes it; without it, that ends the process, as a refusal does.
  var ended: (() -> Void)?

  fileprivate init(
    _ socket: FileDescriptor,
    number: Int,
    next: @escaping (LoadConnection) -> [UInt8]?
  ) {
    self.socket = socket
    self.number = number
    self.next = next
  }

  /// Sends a request; all of it fits the socket's buffer, or is waited for.
  func send(_ bytes: [UInt8]) {
    sent = .now
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe cevents_send(socket.number, rest.baseAddress, rest.count, nil, 0)
      }
      if count > 0 {
        done += count
      } else if errno == EAGAIN {
        var poll = pollfd(fd: socket.number, events: Int16(POLLOUT), revents: 0)
        unsafe CEvents.poll(&poll, 1, 1_000)
      } else {
        guard let ended else {
          LoadClient.giveUp("the hub has closed connection \(number): \(SystemError.current)")
        }
        return ended()
      }
    }
  }

  /// Closes it; nothing of it is heard any more.
  func close() {
    isClosed = true
    socket.close()
  }

  fileprivate func read() {
    guard !isClosed else { return }
    let piece = 262_144
    while true {
      var isOver = false
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: piece) { buffer, count in
        let got = unsafe recv(socket.number, buffer.baseAddress, piece, 0)
        isOver = got == 0 || got < 0 && errno != EAGAIN
        count = max(0, got)
      }
      guard !isOver else {
        guard let ended else { LoadClient.giveUp("the hub has closed connection \(number)") }
        return ended()
      }
      guard !bytes.isEmpty else { break }
      input += bytes
      if bytes.count < piece { break }
    }
    while !isClosed, takeResponse() {
      if status >= 300, ended == nil {
        LoadClient.giveUp("status \(status): \(String(decoding: body, as: UTF8.self))")
      }
      if let request = next(self) { send(request) }
    }
  }

  private func takeResponse() -> Bool {
    guard let end = input.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let head = input[..<end.lowerBound]
    let name = Array("\r\nContent-Length: ".utf8)
    let length = head.firstRange(of: name).map { range in
      head[range.upperBound...].prefix { $0 != 0x0D }.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    let size = end.upperBound + (length ?? 0)
    guard input.count >= size else { return false }
    status = head.dropFirst(9).prefix(3).reduce(0) { $0 * 10 + Int($1) - 0x30 }
    body = Array(input[end.upperBound..<size])
    input.removeFirst(size)
    answered += 1
    received = .now
    return true
  }
}

extension NetworkRequest {
  /// The request as it goes over a connection.
  var bytes: [UInt8] {
    let query = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    var text = "\(method) \(path)\(query.isEmpty ? "" : "?")\(query) HTTP/1.1\r\n"
    // A GET without a body has no length.
    for header in headers where method == "POST" || !header.name.isHeader("Content-Length") {
      text += "\(header.name): \(header.value)\r\n"
    }
    return Array("\(text)\r\n".utf8) + body
  }
}
#endif
