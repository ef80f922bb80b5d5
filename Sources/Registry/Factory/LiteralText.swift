#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The text of a literal by its address: one word, where a `StaticString` has three.
///
/// A factory's declaration is compared and copied at each resolution, and most of it is text that nobody reads. The
/// compiler ends each literal with a zero and never moves it.
@usableFromInline
@safe
struct LiteralText: Sendable, CustomStringConvertible {
  @usableFromInline let address: UInt

  @inlinable
  init(_ text: StaticString) {
    address = unsafe UInt(bitPattern: text.utf8Start)
  }

  private var start: UnsafePointer<CChar> {
    guard let start = unsafe UnsafePointer<CChar>(bitPattern: address) else {
      preconditionFailure("a literal has an address")
    }
    return unsafe start
  }

  @usableFromInline var description: String { unsafe String(cString: start) }
}

extension LiteralText: Equatable {
  /// Looks at the addresses first, which the uses of one literal usually share.
  @inline(__always)
  @usableFromInline
  static func == (left: LiteralText, right: LiteralText) -> Bool {
    left.address == right.address || left.hasSameBytes(as: right)
  }

  @inline(never)
  private func hasSameBytes(as other: LiteralText) -> Bool {
    unsafe strcmp(start, other.start) == 0
  }
}
