// Compares text byte by byte: the only equality and order that the store uses.
//
// Swift's own `==` and `<` treat canonically equivalent texts as one ("é" in two forms). A store
// that did so would merge values that differ on disk, and its order would differ from SQLite's
// BINARY.

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether both texts have the same UTF-8 bytes.
package func utf8Equal(_ left: String, _ right: String) -> Bool {
  left.utf8.count == right.utf8.count && utf8Compare(left, right) == 0
}

/// Whether the first text's UTF-8 bytes come before the second's, as `memcmp` orders them.
package func utf8Less(_ left: String, _ right: String) -> Bool {
  utf8Compare(left, right) < 0
}

/// Negative, zero or positive as the first text's UTF-8 bytes come before, equal or come after.
package func utf8Compare(_ left: String, _ right: String) -> Int {
  let fast = unsafe left.utf8.withContiguousStorageIfAvailable { first in
    unsafe right.utf8.withContiguousStorageIfAvailable { second in
      unsafe compareBytes(first, second)
    }
  }
  if let fast, let fast { return fast }
  // Only strings bridged from Objective-C have no contiguous storage.
  let first = Array(left.utf8)
  let second = Array(right.utf8)
  return unsafe first.withUnsafeBufferPointer { first in
    unsafe second.withUnsafeBufferPointer { second in unsafe compareBytes(first, second) }
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
