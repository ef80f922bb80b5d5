import Storage
import Sync
import Testing

/// The store that a check uses, and the ways to it, with shorthands for frequent steps.
struct HubStoreProbe: Sendable {
  let backend: HubStoreContract.Backend
  /// The ways to the store, as many as the check asked for.
  let stores: [any HubStore]

  /// The first way to the store.
  var store: any HubStore { stores[0] }

  /// The space's row as somebody else reads it.
  func space(_ name: String) throws -> HubSpace? {
    try store.read(name) { transaction throws(HubError) in try transaction.space() }
  }

  /// Expects the space to have exactly these rows, in this order, and sums that are theirs.
  func expect(
    _ space: String,
    has rows: [HubRow],
    _ purpose: String = "",
    at location: SourceLocation = #_sourceLocation
  ) throws {
    for store in stores {
      let found = try store.read(space) { transaction throws(HubError) in
        try FoundRows(transaction)
      }
      #expect(found.rows == rows, "\(purpose)", sourceLocation: location)
      found.expectSums(purpose, at: location)
    }
  }
}

/// All rows of a space, and what its store says of them together.
struct FoundRows: Sendable {
  var rows: [HubRow] = []
  let digest: SpaceDigest
  let usage: SpaceUsage

  init(_ transaction: any HubTransaction) throws(HubError) {
    rows = try transaction.rows(after: .min, upTo: .max, limit: .max, tombstonesAbove: 0)
    digest = try transaction.digest()
    usage = try transaction.usage()
  }

  /// The sums of the rows, one by one.
  var sums: (digest: SpaceDigest, usage: SpaceUsage) {
    var (digest, usage) = (SpaceDigest(), SpaceUsage())
    for row in rows {
      digest.add(row)
      usage.items += row.isAlive ? 1 : 0
      usage.bytes += Int64(row.doc.count)
    }
    return (digest, usage)
  }

  /// Expects the store's sums to be those of the rows.
  func expectSums(_ purpose: String = "", at location: SourceLocation = #_sourceLocation) {
    // 256 numbers say less than where they differ.
    let differences = digest.differences(from: sums.digest)
    #expect(differences.isEmpty, "\(purpose): buckets of the digest", sourceLocation: location)
    #expect(usage == sums.usage, "\(purpose)", sourceLocation: location)
  }
}

extension HubRow {
  /// A row of an item by its number.
  static func sample(
    _ number: UInt64,
    _ sequence: Int64,
    isDeleted: Bool = false,
    text: String? = nil
  ) -> HubRow {
    let stamp = Stamp(milliseconds: 1_000 + max(0, sequence), node: number)
    let deletion = isDeleted ? Stamp(milliseconds: 2_000 + max(0, sequence), node: 1) : nil
    return HubRow(
      id: ItemID(high: 0, low: number << 56 | number),
      sequence: sequence,
      state: .sample([("title", .string(text ?? "\(number)"))], stamp: stamp, deletion: deletion)
    )
  }
}

extension ItemState {
  /// These registers under one stamp.
  static func sample(
    _ values: [(name: String, value: JSONValue)],
    stamp: Stamp,
    deletion: Stamp? = nil
  ) -> ItemState {
    ItemState(values.map { Entry($0.name, $0.value, stamp: stamp) }, deletion: deletion)
  }
}
