#if Hub
import COpenSSL

/// One connection's TLS, used by its event thread alone; frees OpenSSL's session.
@safe final class TLSSession {
  /// What came of a step.
  enum Outcome {
    /// So many bytes were moved; of a handshake, none.
    case done(Int)
    /// The socket has to be readable or writable first.
    case again
    /// The peer has ended its side in order.
    case ended
    /// The peer speaks plain HTTP.
    case plainHTTP
    /// What came is no TLS, or a session that cannot go on.
    case failed
  }

  private let session: OpaquePointer

  init(_ session: OpaquePointer) { unsafe self.session = session }

  deinit { unsafe SSL_free(session) }

  /// Goes on with the handshake.
  func handshake() -> Outcome {
    ERR_clear_error()
    return outcome(of: unsafe SSL_do_handshake(session))
  }

  /// Reads at least one byte.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    ERR_clear_error()
    return unsafe outcome(of: SSL_read(session, buffer.baseAddress, Int32(clamping: buffer.count)))
  }

  /// Writes some of the bytes, of which there are some.
  func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    ERR_clear_error()
    return unsafe outcome(of: SSL_write(session, bytes.baseAddress, Int32(clamping: bytes.count)))
  }

  /// Says that nothing more comes, without waiting for the same from the peer.
  func end() {
    ERR_clear_error()
    _ = unsafe SSL_shutdown(session)
  }

  private func outcome(of result: Int32) -> Outcome {
    if result > 0 { return .done(Int(result)) }
    switch unsafe SSL_get_error(session, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .again
    case SSL_ERROR_ZERO_RETURN: return .ended
    case SSL_ERROR_SSL:
      return copenssl_reason(ERR_peek_error()) == copenssl_http_request ? .plainHTTP : .failed
    default: return .failed
    }
  }
}
#endif
