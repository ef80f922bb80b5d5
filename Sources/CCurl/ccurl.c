#include "CCurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

// libcurl's constants that are used here alone.
enum {
  option_post = 47,
  option_write_data = 10001,
  option_read_data = 10009,
  option_certificates_file = 10065,
  option_certificates_folder = 10097,
  option_error_text = 10010,
  option_headers = 10023,
  option_header_data = 10029,
  option_write_function = 20011,
  option_read_function = 20012,
  option_header_function = 20079,
  option_socket_function = 20148,
  option_body_size = 30120,
  global_all = 3,
  message_done = 1,
};

// libcurl's CURLMsg.
struct message {
  int kind;
  CCurlEasy *easy;
  union {
    void *pointer;
    int code;
  } data;
};

static struct {
  int (*global_init)(long);
  CCurlEasy *(*easy_init)(void);
  void (*easy_cleanup)(CCurlEasy *);
  int (*easy_setopt)(CCurlEasy *, int, ...);
  const char *(*easy_strerror)(int);
  CCurlList *(*slist_append)(CCurlList *, const char *);
  void (*slist_free_all)(CCurlList *);
  CCurlMulti *(*multi_init)(void);
  int (*multi_add_handle)(CCurlMulti *, CCurlEasy *);
  int (*multi_remove_handle)(CCurlMulti *, CCurlEasy *);
  int (*multi_perform)(CCurlMulti *, int *);
  struct message *(*multi_info_read)(CCurlMulti *, int *);
  int (*multi_poll)(CCurlMulti *, void *, unsigned, int, int *);
  int (*multi_wakeup)(CCurlMulti *);
} curl;

static _Bool loaded;

// Held by the thread of `ccurl_start_thread` wherever it may be inside libcurl, which is all of its time but the waits.
static pthread_mutex_t inside = PTHREAD_MUTEX_INITIALIZER;

// As a process ends, OpenSSL frees what all connections share, and a transfer that went on would use it. So the thread is
// stopped before, for ever: functions that are given to `atexit` later are called earlier, and `curl_global_init` gave those of
// OpenSSL. It is not waited for longer than two seconds, which only an old libcurl takes, for a lookup of a name to end.
static void stop_at_exit(void) {
  for (int tries = 0; tries < 200 && pthread_mutex_trylock(&inside) != 0; tries++) {
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
  }
}

static void load(void) {
  // The variant with OpenSSL first; Debian's other one has the same functions.
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  // Finds the function curl_NAME for the member NAME; without it, libcurl is too old.
#define LOAD(name) \
  *(void **)&curl.name = dlsym(library, "curl_" #name); \
  if (!curl.name) return;
  LOAD(global_init)
  LOAD(easy_init)
  LOAD(easy_cleanup)
  LOAD(easy_setopt)
  LOAD(easy_strerror)
  LOAD(slist_append)
  LOAD(slist_free_all)
  LOAD(multi_init)
  LOAD(multi_add_handle)
  LOAD(multi_remove_handle)
  LOAD(multi_perform)
  LOAD(multi_info_read)
  LOAD(multi_poll)
  LOAD(multi_wakeup)
#undef LOAD
  loaded = curl.global_init(global_all) == ccurl_ok && atexit(stop_at_exit) == 0;
}

_Bool ccurl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded;
}

// Other programs that this one starts get none of its sockets. libcurl asks for 0 if the socket may be used.
static int keep_to_this_program(void *context, int socket, int purpose) {
  (void)context;
  (void)purpose;
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  return 0;
}

CCurlEasy *ccurl_easy_make(ccurl_receiver header, ccurl_receiver body, void *context) {
  CCurlEasy *easy = curl.easy_init();
  if (!easy) return NULL;
  curl.easy_setopt(easy, option_header_function, header);
  curl.easy_setopt(easy, option_header_data, context);
  curl.easy_setopt(easy, option_write_function, body);
  curl.easy_setopt(easy, option_write_data, context);
  curl.easy_setopt(easy, option_socket_function, keep_to_this_program);
  return easy;
}

void ccurl_easy_free(CCurlEasy *easy) { curl.easy_cleanup(easy); }

int ccurl_set_long(CCurlEasy *easy, int option, long value) { return curl.easy_setopt(easy, option, value); }

int ccurl_set_text(CCurlEasy *easy, int option, const char *value) { return curl.easy_setopt(easy, option, value); }

int ccurl_set_headers(CCurlEasy *easy, CCurlList *headers) { return curl.easy_setopt(easy, option_headers, headers); }

int ccurl_set_body(CCurlEasy *easy, ccurl_sender sender, void *context, int64_t length) {
  int code = curl.easy_setopt(easy, option_post, 1L);
  if (code == ccurl_ok) code = curl.easy_setopt(easy, option_read_function, sender);
  if (code == ccurl_ok) code = curl.easy_setopt(easy, option_read_data, context);
  return code == ccurl_ok ? curl.easy_setopt(easy, option_body_size, length) : code;
}

int ccurl_set_error_text(CCurlEasy *easy, char *text) { return curl.easy_setopt(easy, option_error_text, text); }

static const char *variable(const char *name) {
  const char *value = getenv(name);
  return value && *value ? value : NULL;
}

void ccurl_set_trusted_certificates(CCurlEasy *easy) {
  const char *file = variable("CURL_CA_BUNDLE");
  if (!file) file = variable("SSL_CERT_FILE");
  const char *folder = variable("SSL_CERT_DIR");
  if (file) curl.easy_setopt(easy, option_certificates_file, file);
  if (folder) curl.easy_setopt(easy, option_certificates_folder, folder);
}

CCurlList *ccurl_list_append(CCurlList *list, const char *line) { return curl.slist_append(list, line); }

void ccurl_list_free(CCurlList *list) { curl.slist_free_all(list); }

const char *ccurl_text_of(int code) { return curl.easy_strerror(code); }

CCurlMulti *ccurl_multi_make(void) { return curl.multi_init(); }

int ccurl_multi_add(CCurlMulti *multi, CCurlEasy *easy) { return curl.multi_add_handle(multi, easy); }

int ccurl_multi_remove(CCurlMulti *multi, CCurlEasy *easy) { return curl.multi_remove_handle(multi, easy); }

int ccurl_multi_perform(CCurlMulti *multi) {
  int running = 0;
  return curl.multi_perform(multi, &running);
}

CCurlEasy *ccurl_multi_next_ended(CCurlMulti *multi, int *code) {
  int left = 0;
  struct message *message;
  while ((message = curl.multi_info_read(multi, &left))) {
    if (message->kind != message_done) continue;
    *code = message->data.code;
    return message->easy;
  }
  return NULL;
}

int ccurl_multi_wait(CCurlMulti *multi, int milliseconds) {
  pthread_mutex_unlock(&inside);
  int code = curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
  pthread_mutex_lock(&inside);
  return code;
}

void ccurl_multi_wake(CCurlMulti *multi) { curl.multi_wakeup(multi); }

struct start {
  void (*body)(void *context);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  pthread_mutex_lock(&inside);
  start.body(start.context);
  return NULL;
}

int ccurl_start_thread(void (*body)(void *context), void *context) {
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  *start = (struct start){body, context};
  pthread_t thread;
  pthread_attr_t attributes;
  sigset_t all, before;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // A new thread inherits the blocked signals. SIGPIPE must be among them: libcurl may write to a connection that the other
  // side has closed. The call returns that error, too.
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int code = pthread_create(&thread, &attributes, run, start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (code != 0) free(start);
  return code;
}
