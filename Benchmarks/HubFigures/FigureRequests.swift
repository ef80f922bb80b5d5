// The requests that are measured, in process and over sockets.

import Storage
import Sync

enum FigureRequests {
  /// A request to a space.
  static func request(
    _ method: String,
    _ name: String,
    _ token: String,
    _ query: [(String, String)] = [],
    _ body: [UInt8] = [],
    space: String = "main"
  ) -> NetworkRequest {
    NetworkRequest(
      method: method,
      path: "/v1/spaces/\(space)/\(name)",
      query: query.map { NetworkRequest.Pair($0, $1) },
      headers: [
        NetworkRequest.Pair("Host", "localhost"),
        NetworkRequest.Pair("Content-Type", "application/json"),
        NetworkRequest.Pair("Authorization", "Bearer \(token)"),
        NetworkRequest.Pair("Content-Length", "\(body.count)"),
      ],
      body: body
    )
  }

  /// The push of a device: its number counts from one, its items from `firstItem`.
  static func push(
    device: Int,
    number: Int,
    changes: Int,
    token: String,
    seen: SyncToken,
    cursor: Int64 = 0,
    firstItem: Int,
    space: String = "main"
  ) -> NetworkRequest {
    let push = PushRequest(
      device: Int64(device),
      session: Int64(device),
      counter: Int64(number),
      token: seen,
      cursor: cursor,
      changes: (0..<changes).map { item(firstItem + $0) }
    )
    return request("POST", "push", token, [], push.bytes, space: space)
  }

  /// Asks for rows that a device does not have.
  static func changes(after head: Int64, limit: Int, token: String) -> NetworkRequest {
    request("GET", "changes", token, [("after", "\(head)"), ("limit", "\(limit)")])
  }

  /// Asks for rows where there are none.
  static func nothing(after seen: SyncToken, token: String) -> NetworkRequest {
    request("GET", "changes", token, [("after", "\(seen.head)"), ("tok", seen.queryText)])
  }

  /// Waits for a commit behind the latest one.
  static func wait(
    behind seen: SyncToken,
    token: String,
    space: String = "main"
  ) -> NetworkRequest {
    request(
      "GET",
      "wait",
      token,
      [("after", "\(seen.head)"), ("tok", seen.queryText), ("t", "55")],
      space: space
    )
  }

  private static func item(_ number: Int) -> PushChange {
    let stamp = Stamp(milliseconds: 1_790_000_000_000 + Int64(number), node: UInt64(number))
    let low = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    let entries: [ItemState.Entry] = [
      ItemState.Entry("title", .string("Item number \(number) of many"), stamp: stamp),
      ItemState.Entry("list", "Groceries", stamp: stamp),
      ItemState.Entry("created", .integer(1_790_000_000_000), stamp: stamp),
      ItemState.Entry("updated", .integer(stamp.milliseconds), stamp: stamp),
      ItemState.Entry("status", "open", stamp: stamp),
    ]
    return PushChange(
      id: ItemID(high: UInt64(number), low: low),
      state: ItemState(entries),
      seen: 0
    )
  }
}

extension SyncToken {
  /// As a query names it.
  var queryText: String { "\(epoch).\(head).\(nonce)" }
}
