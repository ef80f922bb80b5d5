/// The text of a literal by its address: one word, while a `StaticString` has three.
///
/// A factory's declaration is compared and copied at each resolution, and its text is seldom read. The compiler ends each
/// literal with a zero byte and never moves it.
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
  /// Compares the addresses first; uses of one literal usually share theirs.
  @inline(__always)
  @usableFromInline
  static func == (left: LiteralText, right: LiteralText) -> Bool {
    left.address == right.address || left.hasSameBytes(as: right)
  }

  @inline(never)
  private func hasSameBytes(as other: LiteralText) -> Bool {
    unsafe CLibrary.areEqual(start, other.start)
  }
}
