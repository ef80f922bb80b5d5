// Text compared byte by byte: the only equality and order that the store knows.
//
// Swift's own `==` and `<` treat canonically equivalent texts as one ("é" in two forms); a store
// that did so would merge values that differ on disk, and order them unlike SQLite's BINARY.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension String {
  /// Whether both texts have the same UTF-8 bytes.
  package func utf8Equals(_ other: String) -> Bool {
    utf8.count == other.utf8.count && utf8Compare(other) == 0
  }

  /// Whether this text's UTF-8 bytes come before the other's, as `memcmp` orders them.
  package func utf8Precedes(_ other: String) -> Bool {
    utf8Compare(other) < 0
  }

  /// Negative, zero or positive as this text's UTF-8 bytes come before, equal or come after.
  package func utf8Compare(_ other: String) -> Int {
    let fast = unsafe utf8.withContiguousStorageIfAvailable { left in
      unsafe other.utf8.withContiguousStorageIfAvailable { right in
        unsafe compareBytes(left, right)
      }
    }
    if let fast, let fast { return fast }
    // Only strings bridged from Objective-C have no contiguous storage.
    let left = Array(utf8)
    let right = Array(other.utf8)
    return unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in unsafe compareBytes(left, right) }
    }
  }
}

private func compareBytes(
  _ left: UnsafeBufferPointer<UInt8>,
  _ right: UnsafeBufferPointer<UInt8>
) -> Int {
  let shared = min(left.count, right.count)
  // memcmp takes no null pointer, which an empty buffer may hold.
  if shared > 0, let first = left.baseAddress, let second = right.baseAddress {
    let order = unsafe memcmp(first, second, shared)
    if order != 0 { return Int(order) }
  }
  return left.count - right.count
}
