// The hub's own rules, at their bounds.

import Storage
import Sync
import SyncSimulator
import Testing

@Suite struct HubRuleTests {
  // MARK: - Quotas

  @Test(arguments: [
    (SpaceUsage(items: 4, bytes: 40), SpaceUsage(items: 5, bytes: 50), false),
    (SpaceUsage(items: 4, bytes: 40), SpaceUsage(items: 6, bytes: 50), true),
    (SpaceUsage(items: 4, bytes: 40), SpaceUsage(items: 5, bytes: 51), true),
    // What does not grow is taken, however much there is.
    (SpaceUsage(items: 9, bytes: 90), SpaceUsage(items: 9, bytes: 90), false),
    (SpaceUsage(items: 9, bytes: 90), SpaceUsage(items: 8, bytes: 80), false),
    (SpaceUsage(items: 9, bytes: 90), SpaceUsage(items: 8, bytes: 91), true),
    (SpaceUsage(items: 9, bytes: 90), SpaceUsage(items: 10, bytes: 80), true),
  ])
  func `a quota refuses what grows beyond it`(
    _ before: SpaceUsage,
    _ after: SpaceUsage,
    _ isRefused: Bool
  ) {
    let quota = SpaceQuota(items: 5, bytes: 50)
    #expect(quota.refuses(before, to: after) == isRefused)
    #expect(!SpaceQuota().refuses(before, to: after))
  }

  @Test func `a space's own quota stands before the hub's, part by part`() {
    let usual = SpaceQuota(items: 1, bytes: 2)
    #expect(SpaceQuota().filled(from: usual) == usual)
    #expect(SpaceQuota(items: 7).filled(from: usual) == SpaceQuota(items: 7, bytes: 2))
    #expect(SpaceQuota(bytes: 8).filled(from: usual) == SpaceQuota(items: 1, bytes: 8))
  }

  // MARK: - What a store must be able to keep

  private func violation(_ name: String, _ value: JSONValue, _ limits: SyncLimits = SyncLimits())
    -> String?
  {
    ItemState([ItemState.Entry(name, value, stamp: Stamp(time: 1, node: 1))])
      .violation(of: limits)
  }

  @Test func `names, values and depths are taken up to their limits`() {
    let longest = "attr:" + String(repeating: "a", count: ItemLimits.nameBytes)
    #expect(violation(longest, 1) == nil)
    let unknown = String(repeating: "x", count: ItemLimits.nameBytes + 40)
    #expect(violation(unknown, 1) == nil)
    #expect(violation(unknown + "x", 1) == "field")
    var limits = SyncLimits()
    limits.value = 100
    #expect(violation("notes", .string(String(repeating: "a", count: 100)), limits) == nil)
    #expect(violation("notes", .string(String(repeating: "a", count: 101)), limits) == "size")
    let deepest = (0..<ItemLimits.attributeDepth).reduce(1 as JSONValue) { value, _ in [value] }
    #expect(violation("attr:a", deepest) == nil)
    #expect(violation("attr:a", [deepest]) == "depth")
  }

  @Test func `names are in the form in which stores write them`() {
    for (name, code) in [
      ("tag:é", nil), ("tag:e\u{301}", "field"), ("attr:\u{CB}a", nil), ("attr:E\u{308}", "field"),
      ("tag:\u{300}", nil), ("tag:ſt", nil), ("e\u{301}", nil),
    ] as [(String, String?)] {
      #expect(violation(name, true) == code, "\(name)")
    }
  }

  @Test func `each entry is looked at, and the first that breaks a rule is named`() {
    let stamp = Stamp(time: 1, node: 1)
    let state = ItemState([
      ItemState.Entry("attr:a", 1, stamp: stamp),
      ItemState.Entry("notes", .string(String(repeating: "a", count: 600_000)), stamp: stamp),
      ItemState.Entry("tag:", true, stamp: stamp),
    ])
    #expect(state.violation(of: SyncLimits()) == "size")
  }

  // MARK: - Errors

  @Test(arguments: [
    (StorageError.Code.busy, HubError.Code.busy), (.full, .full), (.notAStore, .notAHub),
    (.migrationMismatch, .notAHub), (.laterVersion, .laterVersion), (.damaged, .damaged),
    (.fileExists, .alreadyExists), (.cannotOpen, .cannotOpen), (.permission, .cannotOpen),
    (.readOnly, .cannotOpen), (.replaced, .cannotOpen), (.inputOutput, .inputOutput),
    (.unexpected, .inputOutput),
  ])
  func `an error of the file becomes the hub's`(
    _ code: StorageError.Code,
    _ expected: HubError.Code
  ) {
    let error = HubError(StorageError(code, "Why."), opening: "/test/hub")
    #expect(error.code == expected && error.message.hasPrefix("Why."))
    #expect((error.cause as? StorageError)?.code == code)
    // What to do with a file of an earlier build.
    #expect(error.message.contains("new hub file") == (code == .migrationMismatch))
  }

  @Test func `an error of the hub that went through its file stays what it was`() {
    let ours = HubError(.quota, "Full.")
    let error = HubError(StorageError(.aborted, "Aborted.", cause: ours), opening: "/test/hub")
    #expect(error.code == .quota && error.message == "Full.")
  }

  @Test func `only a file that SQLite does not know is told to be no hub by its path`() {
    var foreign = StorageError(.notAStore, "Not a database.")
    #expect(HubError(foreign, opening: "/test/hub").message == "Not a database.")
    foreign.resultCode = 26
    #expect(HubError(foreign, opening: "/test/hub").message == "'/test/hub' is not a hub.")
    #expect(HubError(foreign).message == "Not a database.")
  }

  @Test(arguments: [
    (HubError.Code.malformed, 400), (.busy, 503), (.frozen, 503), (.full, 507), (.quota, 507),
    (.deleted, 410), (.damaged, 500), (.inputOutput, 500), (.cannotOpen, 500),
  ])
  func `each error has its status, and says its code`(_ code: HubError.Code, _ status: Int) throws {
    let response = NetworkResponse(HubError(code, "Why."))
    #expect(response.status == status)
    let body = try #require(try JSONParser.parse(response.body).object)
    #expect(body["error"] == "Why." && body["code"] == .string(code.description))
    #expect((body["reset"] != nil) == (code == .deleted))
  }

  // MARK: - Requests

  private func request(
    _ method: String,
    _ path: String,
    headers: [NetworkRequest.Pair] = [],
    body: [UInt8] = []
  ) -> NetworkRequest { NetworkRequest(method: method, path: path, headers: headers, body: body) }

  @Test(
    arguments: [
      ("1", nil, nil), ("2", 426, "the request 2."), ("0", 426, "the request 0."),
      ("999999999", 426, "the request 999999999."),
      // What is no short number is not repeated.
      ("9999999999", 426, "the request another one."), ("x", 426, "the request another one."),
      ("1/", 426, "the request another one."), ("1:", 426, "the request another one."),
    ] as [(String, Int?, String?)]
  )
  func `another version of the protocol is refused with both`(
    _ version: String,
    _ status: Int?,
    _ words: String?
  ) throws {
    for name in ["Sync-Protocol", "sync-protocol", "SYNC-PROTOCOL"] {
      let pair = NetworkRequest.Pair(name, version)
      let refusal = request("GET", "/v1/hello", headers: [pair]).versionRefusal
      #expect(refusal?.status == status)
      guard let refusal else { continue }
      #expect(refusal.headers == [NetworkRequest.Pair("Sync-Protocol", "1")])
      let body = try JSONParser.parse(refusal.body).object
      #expect(body?["code"] == "version")
      #expect(body?["error"]?.string?.hasSuffix(words ?? "") == true, "\(refusal.body)")
    }
  }

  @Test
  func `a header is found by its name, whatever its case, and no other character for another`() {
    #expect("Retry-After".isHeader("retry-after") && "aZ".isHeader("Az"))
    for (name, other) in [
      ("Retry_After", "Retry-After"), ("a", "ab"), ("ab", "a"), ("@", "`"), ("[", "{"), ("]", "}"),
      ("-", "\r"), ("é", "É"),
    ] {
      #expect(!name.isHeader(other), "\(name), \(other)")
    }
    let headers = [NetworkRequest.Pair("A", "1"), .init("B", "2"), .init("b", "3")]
    let asked = request("GET", "/", headers: headers)
    #expect(asked.header("b") == "2" && asked.header("c") == nil)
  }

  @Test func `a push is taken up to the most changes and bytes, and refused beyond both`() throws {
    let surroundings = TestSurroundings()
    var limits = SyncLimits(changes: 3)
    let stamp = Stamp(milliseconds: 1, node: 1)
    func push(_ count: Int) throws -> [UInt8] {
      let changes = (1...count).map {
        PushChange(
          id: ItemID(high: 1, low: UInt64($0)),
          state: .whole([], stamp: stamp),
          seen: 0
        )
      }
      let push = PushRequest(
        device: 1,
        session: 1,
        counter: 1,
        token: SyncToken(epoch: 0, head: 0, nonce: 0),
        cursor: 0,
        changes: changes
      )
      return SyncRequest.push(push).networkRequest(space: "main").body
    }
    func status(_ body: [UInt8]) -> Int {
      let hub = Hub(store: MemoryHubStore(), environment: surroundings.hub(limits: limits))
      return hub.respond(to: request("POST", "/v1/spaces/main/push", body: body)).status
    }
    #expect(status(try push(3)) == 410, "a space that nobody knows has another history")
    #expect(status(try push(4)) == 413)
    limits.body = try push(3).count
    #expect(status(try push(3)) == 410)
    limits.body -= 1
    #expect(status(try push(3)) == 413)
  }

  @Test func `paths are taken as they are, part by part`() {
    let hub = Hub(store: MemoryHubStore(), environment: TestSurroundings().hub())
    func status(_ method: String, _ path: String) -> Int {
      hub.respond(to: request(method, path)).status
    }
    for path in [
      "v1/spaces/main/changes", "/v2/spaces/main/changes", "/v1/space/main/changes",
      "/v1/spaces/main/changes/", "/v1/spaces/main", "/v1/spaces//changes", "/x/v1/spaces/main",
      "x/v1/spaces/main/changes", "/v1/spaces/main/other", "/v1/hello/",
    ] {
      #expect(status("GET", path) == 404, "\(path)")
    }
    for path in ["changes", "wait"] {
      #expect(status("GET", "/v1/spaces/main/\(path)") == 400)
      #expect(status("POST", "/v1/spaces/main/\(path)") == 404)
    }
    #expect(status("POST", "/v1/spaces/main/verify") == 400)
    #expect(status("GET", "/v1/spaces/main/verify") == 404)
    #expect(status("POST", "/v1/hello") == 404)
  }

  // MARK: - Pages

  private func hub(_ store: MemoryHubStore, _ limits: SyncLimits) -> Hub {
    Hub(store: store, environment: TestSurroundings().hub(limits: limits))
  }

  /// A store with as many rows, of a little more than half a kilobyte each.
  private func store(_ items: Int) throws -> MemoryHubStore {
    let store = MemoryHubStore()
    let hub = hub(store, SyncLimits())
    guard
      case .changes(let page) = try hub.answer(
        .changes(ChangesRequest(after: 0, token: nil)),
        space: "main"
      )
    else { return store }
    let changes = (0..<items).map { number in
      PushChange(
        id: ItemID(high: 1, low: UInt64(number)),
        state: .whole(
          [(name: "notes", value: .string(String(repeating: "n", count: 500)))],
          stamp: Stamp(milliseconds: 1, node: 1)
        ),
        seen: 0
      )
    }
    let push = PushRequest(
      device: 1,
      session: 1,
      counter: 1,
      token: page.token,
      cursor: 0,
      changes: changes
    )
    _ = try hub.answer(.push(push), space: "main")
    return store
  }

  private func page(
    of hub: Hub,
    _ request: ChangesRequest
  ) throws -> ChangesPage {
    guard case .changes(let page) = try hub.answer(.changes(request), space: "main") else {
      throw HubError(.invalid, "no page")
    }
    return page
  }

  @Test(arguments: [(nil, 4), (1, 1), (0, 1), (-5, 1), (3, 3), (4, 4), (9, 4)] as [(Int?, Int)])
  func `a page has as many rows as asked for, one at least and no more than the hub sends`(
    _ limit: Int?,
    _ count: Int
  ) throws {
    let hub = hub(try store(6), SyncLimits(page: 4))
    let page = try page(of: hub, ChangesRequest(after: 1, limit: limit, token: nil))
    #expect(page.rows.map(\.sequence) == (2..<2 + Int64(count)).map { $0 })
    #expect(page.hasMore == (count < 5) && page.end == Int64(count) + 1)
  }

  @Test func `a page that is full to the last row has no more`() throws {
    let hub = hub(try store(4), SyncLimits(page: 4))
    let page = try page(of: hub, ChangesRequest(after: 0, token: nil))
    #expect(page.rows.count == 4 && !page.hasMore && page.end == 4)
  }

  @Test func `a page has as many bytes as a message, and one row at least`() throws {
    let store = try store(6)
    let row = try #require(
      try page(of: hub(store, SyncLimits()), ChangesRequest(after: 0, token: nil)).rows.first
    )
    let size = row.state.estimatedBytes
    for (bytes, count) in [(10, 1), (size, 1), (2 * size - 1, 1), (2 * size, 2), (6 * size, 6)] {
      let page = try page(
        of: hub(store, SyncLimits(body: bytes)),
        ChangesRequest(after: 0, token: nil)
      )
      #expect(page.rows.count == count, "\(bytes)")
      #expect(page.hasMore == (count < 6))
    }
  }
}
