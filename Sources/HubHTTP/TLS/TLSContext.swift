#if Hub
import COpenSSL
import Files
import Storage

/// A server's certificate with its key; connections that began before a reload keep the one before.
package final class TLSContext: Sendable {
  private let certificate: String
  private let key: String
  private let current: Locked<TLSConfiguration>

  /// Reads a certificate, with those between it and its root, and its key, all in PEM.
  ///
  /// TLS 1.2 and later, HTTP/1.1 by ALPN; no renegotiation, no compression, no early data. Sessions are resumed by TLS 1.3
  /// alone, by tickets that nobody can read after a reload.
  package init(certificate: String, key: String) throws(HTTPServerError) {
    self.certificate = certificate
    self.key = key
    current = Locked(try TLSConfiguration(certificate: certificate, key: key))
  }

  /// Reads both files again for the connections to come; where that fails, the ones before stay.
  package func reload() throws(HTTPServerError) {
    let next = try TLSConfiguration(certificate: certificate, key: key)
    // The one before is freed after the lock.
    _ = current.withLock { configuration in
      defer { configuration = next }
      return configuration
    }
  }

  /// What new connections are made of.
  var configuration: TLSConfiguration { current.withLock { $0 } }
}
#endif
