#if Hub
import CEvents
import Files
import Foundation
import Glibc
import HubHTTP
import HubServer
import Testing

/// A process without descriptors; in one of its own, since the limit holds for a whole process.
struct DescriptorTests {
  @Test func `without descriptors connections are closed, and served again once there are some`()
    async
  {
    await #expect(processExitsWith: .success) {
      var settings = HTTPSettings()
      settings.threads = 1
      let handler = TestHandler.echo()
      let server = HTTPServer(handler: handler, settings: settings)
      let port = try server.listen(on: .internet(host: "127.0.0.1", port: 0))
      var clients: [ResponseReader] = []
      for _ in 0..<20 { clients.append(ResponseReader(try TestClient(port))) }
      // The server's two descriptors and its reserve, and five connections.
      let free = try (0..<8).map { _ in try FileDescriptor("/dev/null", .read) }
      let end = UInt((free.map(\.number).max() ?? 0) + 1)
      for descriptor in free { descriptor.close() }
      var limit = rlimit(rlim_cur: end, rlim_max: end)
      try SystemError.check { unsafe setrlimit(__rlimit_resource_t(7), &limit) }
      try server.start()
      for client in clients { client.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }
      var served = 0
      for client in clients where await client.next()?.status == 200 { served += 1 }
      // Whatever else is in the process may take one meanwhile.
      check((1...5).contains(served), 50 + Int32(served))
      check(server.connectionCount == served, 11)
      let before = processorTime()
      var pause = timespec(tv_sec: 0, tv_nsec: 300_000_000)
      unsafe nanosleep(&pause, nil)
      check(processorTime() - before < 200_000, 12)
      for client in clients { client.client.socket.close() }
      while server.connectionCount > 0 {}
      let late = ResponseReader(try TestClient(port))
      late.client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let response = await late.next()
      check(response?.status == 200, 13)
      server.stop()
    }
  }
}

/// Ends the process with a code that tells which check failed: without descriptors, nothing else can.
private func check(_ condition: Bool, _ code: Int32) {
  if !condition { exit(code) }
}

/// The processor time of this process in microseconds.
private func processorTime() -> Int {
  var time = timespec()
  unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
}
#endif
