/// A connection to a server on this machine that says something, and then nothing more.
package final class LoopbackClient: Sendable {
  private let connection: Int32

  package init(to port: Int, saying text: String) throws {
    guard let connection = Socket.connect(to: port) else {
      throw SocketError(call: "connect", number: 0)
    }
    self.connection = connection
    _ = Socket.send(Array(text.utf8), on: connection)
  }

  deinit { Socket.close(connection) }
}
