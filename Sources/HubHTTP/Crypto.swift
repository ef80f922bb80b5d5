#if Hub
import COpenSSL
import CEvents

/// What the rules need of cryptography, by OpenSSL and the system.
package enum Crypto {
  /// The SHA-256 of bytes: 32 of them.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 32) { digest, count in
      _ = unsafe SHA256(bytes, bytes.count, digest.baseAddress)
      count = 32
    }
  }

  /// Random bytes that nobody can guess, by `getrandom`.
  package static func randomBytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe getrandom(buffer.baseAddress.map { unsafe $0 + filled }, count - filled, 0)
        // It fails only where a signal interrupts it, once the system's pool has been filled.
        if got > 0 { filled += got }
      }
    }
  }
}
#endif
