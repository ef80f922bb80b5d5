/// Asks a server on this machine one thing, on the calling thread.
package enum LoopbackQuestion {
  /// The status of the answer to a GET; nil if there is none.
  package static func status(of path: String, at port: Int) -> Int? {
    guard let connection = Socket.connect(to: port) else { return nil }
    defer { Socket.close(connection) }
    let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    guard Socket.send(Array(request.utf8), on: connection),
      let answer = Socket.receive(on: connection)
    else { return nil }
    let words = String(decoding: answer.prefix(64), as: UTF8.self).split(separator: " ")
    return words.count > 1 ? Int(words[1]) : nil
  }
}
