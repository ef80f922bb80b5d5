#if !canImport(Darwin)
import Sync

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the head of a response line by line.
struct ResponseHead {
  private var status = 0
  private var headers: [NetworkRequest.Pair] = []
  private(set) var isComplete = false

  /// The length of the body that the head announces, in bytes; -1 where it announces none.
  private(set) var length: Int64 = -1

  /// Takes a line with its end; returns the whole head with its last line.
  ///
  /// A line of a status begins another head: informational ones come before the one that counts.
  mutating func takeLine(_ line: [UInt8]) -> NetworkResponse? {
    let text = String(decoding: line, as: UTF8.self).trimming(\.isNewline)
    if text.hasPrefix("HTTP/") {
      self = ResponseHead()
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if isComplete {
      // A header behind the body says nothing that is needed here.
    } else if text.isEmpty {
      isComplete = true
      return NetworkResponse(
        status: status,
        allHeaders: headers,
        at: Int64(Date().timeIntervalSince1970)
      )
    } else {
      takeHeader(text)
    }
    return nil
  }

  private mutating func takeHeader(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return }
    let value = String(text[text.index(after: colon)...]).trimming { $0 == " " || $0 == "\t" }
    let pair = NetworkRequest.Pair(String(text[..<colon]), value)
    headers.append(pair)
    if pair.name.lowercased() == "content-length" { length = Int64(value) ?? -1 }
  }
}

extension String {
  /// The text without such characters at both ends.
  fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isTrimmed($0) }),
      let last = lastIndex(where: { !isTrimmed($0) })
    else { return "" }
    return String(self[first...last])
  }
}
#endif
