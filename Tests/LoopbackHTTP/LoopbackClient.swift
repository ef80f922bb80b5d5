import Foundation

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

  /// All that the server says until it closes the connection.
  package func answer() async -> [UInt8] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var answer: [UInt8] = []
        while let part = Socket.receive(on: connection) { answer += part }
        continuation.resume(returning: answer)
      }
    }
  }
}

extension LoopbackClient {
  /// Says something, and gives back all that the server says until it closes.
  ///
  /// What the server does not take any more is left out. Each conversation has a thread of its own: hundreds that wait
  /// would take all of those that others share.
  package static func conversation(_ bytes: [UInt8], with port: Int) async -> [UInt8] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var answer: [UInt8] = []
        if let connection = Socket.connect(to: port) {
          _ = Socket.send(bytes, on: connection)
          while let part = Socket.receive(on: connection) { answer += part }
          Socket.close(connection)
        }
        continuation.resume(returning: answer)
      }
    }
  }
}
