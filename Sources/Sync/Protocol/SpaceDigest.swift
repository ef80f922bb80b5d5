// What a store and a hub compare to find out whether they hold the same. Does not change once
// shipped.
//
// A digest is 256 numbers, one for each first byte of the random part of an item's id (byte 8 of
// its 16). Each is the sum modulo 2^64 of one SipHash-2-4 under the zero key for each live item;
// tombstones do not count, since a device that came later never saw them. What is hashed, integers
// most significant byte first, a text as its length in bytes (8) and its UTF-8:
//
// | part      | bytes                                                                     |
// | id        | 16                                                                        |
// | registers | their number (8); then each, ordered by the bytes of its name: name, stamp |
// |           | (16), value                                                               |
// | deletion  | 0, or 1 and its stamp (16)                                                |
//
// | value   | bytes                                                                       |
// | null    | 0                                                                           |
// | boolean | 1, then 0 or 1                                                              |
// | integer | 2, then 8                                                                   |
// | double  | 3, then the 8 of IEEE 754                                                   |
// | string  | 4, then the text                                                            |
// | array   | 5, the number of elements (8), the elements                                 |
// | object  | 6, the number of members (8), then each, ordered by the bytes of its key:    |
// |         | key, value                                                                  |

package import Storage

/// The sums of the hashes of live items, in 256 buckets.
///
/// A store updates it together with its rows: right after a change, it includes the change.
public struct SpaceDigest: Sendable, Equatable {
  package static let bucketCount = 256

  /// The sums; always ``bucketCount`` of them.
  package private(set) var buckets: [UInt64]

  /// The digest of nothing.
  public init() { buckets = Array(repeating: 0, count: SpaceDigest.bucketCount) }

  /// A digest that was kept or sent; nil for another number of buckets.
  package init?(buckets: [UInt64]) {
    guard buckets.count == SpaceDigest.bucketCount else { return nil }
    self.buckets = buckets
  }

  /// Adds an item's row; a tombstone adds nothing.
  public mutating func add(_ row: HubRow) { add(row.id, row.state) }

  /// Removes a row that was added in exactly this form.
  public mutating func remove(_ row: HubRow) { remove(row.id, row.state) }

  /// Adds a live item; a tombstone adds nothing.
  package mutating func add(_ id: ItemID, _ state: ItemState) {
    guard state.isAlive else { return }
    buckets[SpaceDigest.bucket(of: id)] &+= state.digest(id)
  }

  /// Removes an item that was added in exactly this state.
  package mutating func remove(_ id: ItemID, _ state: ItemState) {
    guard state.isAlive else { return }
    buckets[SpaceDigest.bucket(of: id)] &-= state.digest(id)
  }

  /// The bucket of an item.
  package static func bucket(of id: ItemID) -> Int { Int(id.low >> 56) }

  /// The buckets in which two digests differ, in order.
  package func differences(from other: SpaceDigest) -> [Int] {
    buckets.indices.filter { buckets[$0] != other.buckets[$0] }
  }
}

extension SpaceDigest {
  /// The sums as bytes, most significant first: eight for each bucket.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(SpaceDigest.bucketCount * 8)
    for sum in buckets {
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: sum >> UInt64(shift)))
      }
    }
    return bytes
  }

  /// Reads what ``bytes`` wrote; nil for another number of bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == SpaceDigest.bucketCount * 8 else { return nil }
    buckets = stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}

extension ItemState {
  /// The item's share of its bucket.
  fileprivate func digest(_ id: ItemID) -> UInt64 {
    var hash = SipHash()
    hash.combine(id.high)
    hash.combine(id.low)
    hash.combine(UInt64(entries.count))
    for entry in entries {
      hash.combine(entry.name)
      hash.combine(entry.stamp)
      hash.combine(entry.value)
    }
    hash.combine(UInt8(deletion == nil ? 0 : 1))
    if let deletion { hash.combine(deletion) }
    return hash.finished()
  }
}

extension SipHash {
  fileprivate mutating func combine(_ stamp: Stamp) {
    combine(stamp.time)
    combine(stamp.node)
  }

  fileprivate mutating func combine(_ value: JSONValue) {
    switch value {
    case .null: combine(UInt8(0))
    case .bool(let flag):
      combine(UInt8(1))
      combine(UInt8(flag ? 1 : 0))
    case .integer(let number):
      combine(UInt8(2))
      combine(UInt64(bitPattern: number))
    case .double(let number):
      combine(UInt8(3))
      combine(number.bitPattern)
    case .string(let text):
      combine(UInt8(4))
      combine(text)
    case .array(let elements):
      combine(UInt8(5))
      combine(UInt64(elements.count))
      for element in elements { combine(element) }
    case .object(let members):
      combine(UInt8(6))
      combine(UInt64(members.count))
      for (key, member) in members {
        combine(key)
        combine(member)
      }
    }
  }
}
