package import Sync

#if canImport(FoundationEssentials)
import FoundationEssentials
import Foundation
#else
import Foundation
#endif

/// What a responder does with a request.
package enum Reaction: Sendable {
  /// Answers as HTTP asks for.
  case answer(NetworkResponse)
  /// Sends these bytes, whatever they are.
  case bytes([UInt8], closes: Bool)
  /// Sends and waits in turn.
  case steps([Step])
  /// Never answers; ends when the other side does.
  case silence
  /// Closes the connection.
  case close

  /// A part of an answer that comes bit by bit.
  package enum Step: Sendable {
    case send([UInt8])
    case wait(Gate)
  }

  /// Sends a text, whatever it is, and closes the connection.
  package static func text(_ text: String) -> Reaction { .bytes(Array(text.utf8), closes: true) }
}

/// Stays shut until a test opens it.
package final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { semaphore.signal() }

  package func wait() {
    semaphore.wait()
    semaphore.signal()
  }
}

/// A request as it came.
package struct RecordedRequest: Sendable {
  package var method: String
  /// The path with the query, as it stood there.
  package var target: String
  package var headers: [NetworkRequest.Pair]
  package var body: [UInt8]
  /// The bytes that it took, head included.
  package var size: Int

  /// The value of the first header of that name.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The request as a hub takes it.
  package var networkRequest: NetworkRequest {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    let query = (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.removingPercentEncoding ?? "" }
      return NetworkRequest.Pair(sides[0], sides.count > 1 ? sides[1] : "")
    }
    return NetworkRequest(
      method: method,
      path: parts.first ?? "",
      query: query,
      headers: headers,
      body: body
    )
  }
}

extension NetworkResponse {
  /// The bytes of the response in HTTP/1.1; the connection stays open.
  package var wireBytes: [UInt8] {
    var head = "HTTP/1.1 \(status) Status\r\n"
    for pair in headers { head += "\(pair.name): \(pair.value)\r\n" }
    if status != 204 { head += "Content-Length: \(body.count)\r\n" }
    return Array((head + "\r\n").utf8) + body
  }
}
