#if Hub
import Storage
import Sync

extension Curl {
  /// Pushes a new item.
  func push(_ title: String, seen: SyncToken) async throws -> Answer {
    try await push([title], seen: seen)
  }

  /// Pushes new items as the first push of a session.
  func push(_ titles: [String], seen: SyncToken, isCompressed: Bool = false) async throws -> Answer
  {
    let node = UInt64.random(in: 1...(1 << 62))
    let changes = titles.enumerated().map { number, title in
      let stamp = Stamp(milliseconds: 1_000 + Int64(number), node: node)
      return PushChange(
        id: ItemID(high: node, low: UInt64(number)),
        state: ItemState([ItemState.Entry("title", .string(title), stamp: stamp)]),
        seen: 0
      )
    }
    let request = PushRequest(
      device: 1,
      session: Int64(node),
      counter: 1,
      token: seen,
      cursor: seen.head,
      changes: changes
    )
    let file = "push-\(node)"
    try workplace.write(file, String(decoding: request.bytes, as: UTF8.self))
    var words = "-H 'Content-Type: application/json' --data-binary @\(file)"
    if isCompressed {
      _ = try await workplace.run("gzip \(file)")
      words += ".gz -H 'Content-Encoding: gzip'"
    }
    return try await call("push", words)
  }
}
#endif
