/// Identifies a factory by where and as what it is declared, so that equal names never mix.
@usableFromInline
struct Declaration: Sendable {
  @usableFromInline let name: StaticString
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt32
  @usableFromInline let column: UInt32
  @usableFromInline let type: ObjectIdentifier

  @inlinable
  init(
    name: StaticString,
    fileID: StaticString,
    line: UInt,
    column: UInt,
    type: ObjectIdentifier
  ) {
    self.name = name
    self.fileID = fileID
    self.line = UInt32(truncatingIfNeeded: line)
    self.column = UInt32(truncatingIfNeeded: column)
    self.type = type
  }

  /// Whether code in this function of this file is the declaration itself.
  @usableFromInline
  func isWritten(in function: StaticString, of file: StaticString) -> Bool {
    name.hasSameText(as: function) && fileID.hasSameText(as: file)
  }

  /// A hash that needs no text: two declarations seldom share line, column and type.
  var bucketHash: UInt {
    var hash = UInt(bitPattern: type) &>> 4
    hash ^= UInt(line) &* 0x9E37_79B9_7F4A_7C15
    hash ^= UInt(column) &* 0xC2B2_AE3D_27D4_EB4F
    hash &*= 0xFF51_AFD7_ED55_8CCD
    return hash ^ (hash &>> 32)
  }

  /// `name (Module/File.swift:line)`, as error reports print it.
  var place: String {
    "\(name) (\(fileID):\(line))"
  }
}

extension Declaration: Hashable {
  @usableFromInline
  static func == (left: Declaration, right: Declaration) -> Bool {
    left.line == right.line && left.column == right.column && left.type == right.type
      && left.name.hasSameText(as: right.name) && left.fileID.hasSameText(as: right.fileID)
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(bucketHash)
  }
}

extension StaticString {
  /// Compares text, after a look at the address, which the uses of one declaration usually share.
  @inline(__always)
  func hasSameText(as other: StaticString) -> Bool {
    if hasPointerRepresentation, other.hasPointerRepresentation,
      unsafe utf8Start == other.utf8Start
    {
      return true
    }
    return hasEqualBytes(other)
  }

  @inline(never)
  private func hasEqualBytes(_ other: StaticString) -> Bool {
    withUTF8Buffer { mine in
      other.withUTF8Buffer { theirs in
        unsafe mine.elementsEqual(theirs)
      }
    }
  }
}
