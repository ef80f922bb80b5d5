// The part of libcurl that SyncHTTP uses. libcurl is loaded when it is first needed: no header of curl and no library is
// needed to build. Numbers and signatures are those of libcurl's stable ABI 4, and do not change:
// https://curl.se/libcurl/abi.html.
#ifndef ITEM_STORE_CCURL_H
#define ITEM_STORE_CCURL_H

#include <stddef.h>
#include <stdint.h>

// A transfer, and what runs many of them at once. libcurl's CURL and CURLM.
typedef struct CCurlEasy CCurlEasy;
typedef struct CCurlMulti CCurlMulti;
typedef struct CCurlList CCurlList;

// Options of a transfer: https://curl.se/libcurl/c/curl_easy_setopt.html. The type of the value is in the name.
enum {
  ccurl_long_no_body = 44,
  ccurl_long_fresh_connection = 74,
  ccurl_long_http_version = 84,
  ccurl_long_no_signal = 99,
  ccurl_long_protocols = 181,
  ccurl_long_path_as_is = 234,
  ccurl_long_suppress_connect_headers = 265,
  ccurl_long_quick_exit = 322,
  ccurl_text_url = 10002,
  ccurl_text_custom_request = 10036,
  ccurl_text_accept_encoding = 10102,
};

// Values of options.
enum {
  ccurl_protocols_http_and_https = 3,
  ccurl_http_version_1_1 = 2,
};

// The codes that a transfer ends with (CURLcode): https://curl.se/libcurl/c/libcurl-errors.html.
enum {
  ccurl_ok = 0,
  ccurl_unsupported_protocol = 1,
  ccurl_unresolved_proxy = 5,
  ccurl_unresolved_host = 6,
  ccurl_no_connection = 7,
  ccurl_weird_reply = 8,
  ccurl_partial_body = 18,
  ccurl_timeout = 28,
  ccurl_no_secure_connection = 35,
  ccurl_empty_reply = 52,
  ccurl_send_failed = 55,
  ccurl_receive_failed = 56,
  ccurl_untrusted_peer = 60,
  ccurl_bad_encoding = 61,
  ccurl_not_sent_again = 65,
  ccurl_unreadable_ca_file = 77,
  ccurl_wrong_issuer = 83,
  ccurl_wrong_public_key = 90,
  ccurl_revoked_certificate = 91,
  ccurl_proxy_handshake = 97,
};

// Loads libcurl. Returns false if it is missing or older than 7.68, the first with all that is used here.
// Any thread may call it; all other functions need it to have returned true.
_Bool ccurl_load(void);

// Takes `size` times `count` bytes of a response, and returns that number; any other ends the transfer.
typedef size_t (*ccurl_receiver)(char *bytes, size_t size, size_t count, void *context);

// A transfer whose lines of headers and pieces of the body come to two functions with a context.
// Its sockets are not passed on to other programs. NULL where there is no memory.
CCurlEasy *ccurl_easy_make(ccurl_receiver header, ccurl_receiver body, void *context);
void ccurl_easy_free(CCurlEasy *easy);

// Set an option; each returns a code, above. Text is copied.
int ccurl_set_long(CCurlEasy *easy, int option, long value);
int ccurl_set_text(CCurlEasy *easy, int option, const char *value);
// The lines of headers, which must live as long as the transfer.
int ccurl_set_headers(CCurlEasy *easy, CCurlList *headers);
// Sends a body of that length, which a function writes piece by piece into `bytes`, up to `size` times `count` bytes; it
// returns how many it wrote. It is never asked for bytes again that it has written: libcurl then fails instead of sending
// a request a second time.
typedef ccurl_receiver ccurl_sender;
int ccurl_set_body(CCurlEasy *easy, ccurl_sender sender, void *context, int64_t length);

// libcurl writes the reason of a failure into these bytes: at least 256, which live as long as the transfer.
int ccurl_set_error_text(CCurlEasy *easy, char *text);
// Trusts the certificates that CURL_CA_BUNDLE, else SSL_CERT_FILE, and SSL_CERT_DIR name, as the program curl does; without
// them those of the system.
void ccurl_set_trusted_certificates(CCurlEasy *easy);

// A list with one more line; NULL where there is no memory, with the list as it was.
CCurlList *ccurl_list_append(CCurlList *list, const char *line);
void ccurl_list_free(CCurlList *list);

// The English sentence of libcurl for a code.
const char *ccurl_text_of(int code);

// Transfers that the thread of `ccurl_start_thread` runs. Only `ccurl_multi_wake` may be called by others.
CCurlMulti *ccurl_multi_make(void);
// Begin and end a transfer; 0 if that was possible.
int ccurl_multi_add(CCurlMulti *multi, CCurlEasy *easy);
int ccurl_multi_remove(CCurlMulti *multi, CCurlEasy *easy);
// Does what can be done without waiting; 0 if that was possible.
int ccurl_multi_perform(CCurlMulti *multi);
// A transfer that has ended, with its code; NULL if there is none.
CCurlEasy *ccurl_multi_next_ended(CCurlMulti *multi, int *code);
// Waits until a transfer can go on, a time limit of libcurl's passes, or `ccurl_multi_wake` is called.
int ccurl_multi_wait(CCurlMulti *multi, int milliseconds);
void ccurl_multi_wake(CCurlMulti *multi);

// Starts the one thread that uses libcurl; nobody waits for it, and no signal of the process interrupts it. When the process
// ends by `exit`, the thread stops for ever in `ccurl_multi_wait`. Returns 0 or an error of errno.h.
int ccurl_start_thread(void (*body)(void *context), void *context);

#endif
