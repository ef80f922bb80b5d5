#if Hub
import Foundation
import Sync
import Testing

/// Calls of curl to a hub, with a token that stands in a file.
struct Curl: Sendable {
  /// What a call gave back.
  struct Answer {
    var status: Int
    /// The head as it came, in lower case.
    var head: String
    var body: [UInt8]
    /// Connections that had to be made for it.
    var connections: Int
    /// Bytes of the body that were sent.
    var sent: Int

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  let workplace: HubWorkplace
  /// Where the hub is reached.
  let address: String
  let space: String
  /// Options of every call, such as the root that is trusted.
  var options = ""

  private let name = UUID().uuidString

  /// Calls with that token.
  init(_ workplace: HubWorkplace, _ address: String, _ space: String, token: String) throws {
    (self.workplace, self.address, self.space) = (workplace, address, space)
    try workplace.write("\(name).header", "Authorization: Bearer \(token)\n")
  }

  /// The words of a call below the space; `words` are other options.
  func line(_ path: String, _ words: String = "", into files: String) -> String {
    let format = "%{http_code} %{num_connects} %{size_upload}"
    return "curl -s -o \(files).body -D \(files).head -w '\(format)' -H @\(name).header"
      + " \(options) \(words) '\(address)/v1/spaces/\(space)/\(path)'"
  }

  /// Calls, and waits for the answer.
  func call(_ path: String, _ words: String = "") async throws -> Answer {
    let files = UUID().uuidString
    let result = try await workplace.run(line(path, words, into: files))
    return try answer(result.output, files)
  }

  /// The answer to a call whose output is that.
  func answer(_ output: String, _ files: String) throws -> Answer {
    let numbers = output.split(separator: " ").compactMap { Int($0) }
    try #require(numbers.count == 3, "curl said \(output)")
    let body = FileManager.default.contents(atPath: "\(workplace.path)/\(files).body")
    return Answer(
      status: numbers[0],
      head: ((try? workplace.text("\(files).head")) ?? "").lowercased(),
      body: body.map(Array.init) ?? [],
      connections: numbers[1],
      sent: numbers[2]
    )
  }

  /// The latest commit of the space.
  func latest() async throws -> SyncToken {
    let answer = try await call("changes?after=0")
    try #require(answer.status == 200, "\(answer.text)")
    return try ChangesPage(bytes: answer.body).token
  }

  /// The path of a request that waits for what follows a commit.
  func waitPath(_ token: SyncToken, seconds: Int) -> String {
    "wait?after=\(token.head)&tok=\(token.epoch).\(token.head).\(token.nonce)&t=\(seconds)"
  }
}
#endif
