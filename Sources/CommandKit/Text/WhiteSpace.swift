/// Whether JSON takes the byte for white space.
package func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

/// Whether the byte is LF or CR.
@inline(__always)
package func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
