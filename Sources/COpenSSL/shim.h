#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>

// A ticket of TLS 1.2 is sealed with a key that lives as long as its context does, and whoever learns that key later can
// read the sessions of all tickets. A session of TLS 1.3 has keys of its own, exchanged again when it is resumed.
static int copenssl_refuse_old_tickets(SSL *session, void *unused) {
  (void)unused;
  if (SSL_version(session) < TLS1_3_VERSION) SSL_set_options(session, SSL_OP_NO_TICKET);
  return 1;
}

// Macros, which Swift does not see.
static inline int copenssl_restrict(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                   SSL_OP_PRIORITIZE_CHACHA | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                SSL_MODE_RELEASE_BUFFERS);
  // Tickets resume sessions without a cache in this process.
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_cert_cb(context, copenssl_refuse_old_tickets, NULL);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

static inline int copenssl_reason(unsigned long error) { return ERR_GET_REASON(error); }
static const int copenssl_http_request = SSL_R_HTTP_REQUEST;

#endif
