#if Hub
import Sync

/// Percent-encoding of RFC 3986, section 2.1, as it stands in targets.
enum PercentEncoding {
  /// Whether two hexadecimal digits follow each percent sign.
  static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    var at = bytes.startIndex
    while let percent = bytes[at...].firstIndex(of: UInt8(ascii: "%")) {
      guard percent + 2 < bytes.endIndex, bytes[percent + 1].hexValue != nil,
        bytes[percent + 2].hexValue != nil
      else { return false }
      at = percent + 3
    }
    return true
  }

  /// The names and values of a valid query, nil if they are not UTF-8; a plus sign is one.
  static func query(_ bytes: ArraySlice<UInt8>) -> [NetworkRequest.Pair]? {
    var pairs: [NetworkRequest.Pair] = []
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      let rest = equals < part.endIndex ? part[(equals + 1)...] : []
      guard let name = decoded(part[..<equals]), let value = decoded(rest) else { return nil }
      pairs.append(NetworkRequest.Pair(name, value))
    }
    return pairs
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var at = bytes.startIndex
    while at < bytes.endIndex {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.endIndex,
        let high = bytes[at + 1].hexValue, let low = bytes[at + 2].hexValue
      {
        plain.append(high << 4 | low)
        at += 3
      } else {
        plain.append(bytes[at])
        at += 1
      }
    }
    return String(validating: plain, as: UTF8.self)
  }
}
#endif
