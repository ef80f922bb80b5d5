#if Hub
import COpenSSL
import Files

/// One reading of a certificate and its key, as OpenSSL holds it.
///
/// Unchecked since it is a pointer: it is set up in `init` alone, and OpenSSL counts references to it and locks it where
/// sessions are made of it on several threads.
@safe final class TLSConfiguration: @unchecked Sendable {
  private let context: OpaquePointer

  init(certificate: String, key: String) throws(HTTPServerError) {
    try Self.check(certificate, "certificate")
    try Self.check(key, "key")
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
      throw HTTPServerError(.system, "OpenSSL gave no context: \(Self.reason).")
    }
    unsafe self.context = context
    guard unsafe copenssl_restrict(context) == 1,
      // Forward secrecy and authenticated encryption only; TLS 1.3 has nothing else.
      unsafe SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1
    else { throw HTTPServerError(.system, "OpenSSL does not know TLS 1.2: \(Self.reason).") }
    // Without this, a key with a passphrase would ask for it at the terminal.
    unsafe SSL_CTX_set_default_passwd_cb(context, noPassphrase)
    unsafe SSL_CTX_set_alpn_select_cb(context, selectHTTP1, nil)
    guard unsafe SSL_CTX_use_certificate_chain_file(context, certificate) == 1 else {
      throw Self.unusable(
        certificate,
        "has no certificate in PEM",
        "Give a file that begins with the server's own certificate, followed by those between it and its root."
      )
    }
    guard unsafe SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 else {
      throw Self.unusable(
        key,
        "has no key in PEM that can be read, or it is not the key of '\(certificate)'",
        "Give the key that the certificate was made for, without a passphrase (`openssl pkey -in FILE` removes one)."
      )
    }
    guard unsafe SSL_CTX_check_private_key(context) == 1 else {
      throw Self.unusable(
        key,
        "is not the key of '\(certificate)'",
        "Give the key that the certificate was made for."
      )
    }
  }

  deinit { unsafe SSL_CTX_free(context) }

  /// The server's side of a new connection; nil where there is no memory.
  func session(over descriptor: Int32) -> TLSSession? {
    guard let session = unsafe SSL_new(context) else { return nil }
    guard unsafe SSL_set_fd(session, descriptor) == 1 else {
      unsafe SSL_free(session)
      return nil
    }
    unsafe SSL_set_accept_state(session)
    return unsafe TLSSession(session)
  }

  /// Opens a file, so that a missing one and one that may not be read are told apart from one with other contents.
  private static func check(_ path: String, _ what: String) throws(HTTPServerError) {
    do throws(FileError) {
      _ = try FileDescriptor(path, .read).read(atMost: 1)
    } catch {
      throw HTTPServerError(
        .certificate,
        "Cannot read the \(what) '\(path)': \(error.reason). Give its path, and the right to read it to the user that runs this.",
        cause: error.reason
      )
    }
  }

  private static func unusable(_ path: String, _ fault: String, _ remedy: String) -> HTTPServerError
  {
    HTTPServerError(.certificate, "'\(path)' \(fault) (\(reason)). \(remedy)")
  }

  /// What OpenSSL says of this thread's last error; later calls start without it.
  private static var reason: String {
    let error = ERR_peek_last_error()
    ERR_clear_error()
    guard error != 0, let words = unsafe ERR_reason_error_string(error) else {
      return "no reason given"
    }
    return unsafe String(cString: words)
  }
}

/// Answers OpenSSL that there is no passphrase.
private func noPassphrase(
  _ buffer: UnsafeMutablePointer<CChar>?,
  _ size: Int32,
  _ isWriting: Int32,
  _ context: UnsafeMutableRawPointer?
) -> Int32 { 0 }

/// Chooses HTTP/1.1 where the client offers it; a client that offers only others is refused (RFC 7301, section 3.2).
private func selectHTTP1(
  _ session: OpaquePointer?,
  _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ chosenCount: UnsafeMutablePointer<UInt8>?,
  _ offered: UnsafePointer<UInt8>?,
  _ offeredCount: UInt32,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  let names = unsafe UnsafeBufferPointer(start: offered, count: Int(offeredCount))
  var at = 0
  while at < names.count {
    let count = unsafe Int(names[at])
    guard at + 1 + count <= names.count else { break }
    if unsafe names[(at + 1)..<(at + 1 + count)].elementsEqual("http/1.1".utf8) {
      unsafe chosen?.pointee = offered.map { unsafe $0 + at + 1 }
      unsafe chosenCount?.pointee = UInt8(count)
      return SSL_TLSEXT_ERR_OK
    }
    at += 1 + count
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL
}
#endif
