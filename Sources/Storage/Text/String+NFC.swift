#if canImport(Darwin)
import Foundation
#else
// FoundationEssentials has no normalisation, and full Foundation doubles the time a program takes to
// start. The standard library compares strings with a normaliser of its own, which this interface
// reaches; on Apple's platforms Foundation is loaded anyway and the interface may be missing.
@_spi(_Unicode) import Swift
#endif

extension String {
  /// The text in Unicode's normalisation form C, for tags and attribute keys.
  package var nfc: String {
    // Below U+0300, whose first byte is 0xCC, everything is in form C already.
    if utf8.allSatisfy({ $0 < 0xCC }) { return self }
    #if canImport(Darwin)
    return precomposedStringWithCanonicalMapping
    #else
    var normalized = String.UnicodeScalarView()
    for scalar in _nfc { normalized.append(scalar) }
    return String(normalized)
    #endif
  }

  /// The scalars of normalisation form D.
  var decomposed: [Unicode.Scalar] {
    #if canImport(Darwin)
    Array(decomposedStringWithCanonicalMapping.unicodeScalars)
    #else
    Array(_nfd)
    #endif
  }
}
