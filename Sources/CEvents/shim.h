// What Linux has for servers: Swift's Glibc module leaves some of it out, and the headers named here make the rest
// visible by the same import.
#ifndef CEVENTS_SHIM_H
#define CEVENTS_SHIM_H

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>

// Enumerations and macros with casts, which Swift sees as other types or not at all.
static const int cevents_stream = SOCK_STREAM;
static const int cevents_nonblocking = SOCK_NONBLOCK | SOCK_CLOEXEC;
static const int cevents_no_signal = MSG_NOSIGNAL;
static const int cevents_edges = (int)EPOLLET;

static inline int cevents_accept(int listener, struct sockaddr_storage *peer) {
  socklen_t size = sizeof *peer;
  return accept4(listener, (struct sockaddr *)peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

static inline int cevents_bind(int descriptor, const struct sockaddr_storage *address) {
  socklen_t size = address->ss_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
  return bind(descriptor, (const struct sockaddr *)address, size);
}

static inline int cevents_connect(int descriptor, const struct sockaddr_storage *address) {
  socklen_t size = address->ss_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
  return connect(descriptor, (const struct sockaddr *)address, size);
}

static inline int cevents_name(int descriptor, struct sockaddr_storage *address) {
  socklen_t size = sizeof *address;
  return getsockname(descriptor, (struct sockaddr *)address, &size);
}

static inline int cevents_set_option(int descriptor, int level, int name, int value) {
  return setsockopt(descriptor, level, name, &value, sizeof value);
}

static inline int cevents_get_option(int descriptor, int level, int name, int *value) {
  socklen_t size = sizeof *value;
  return getsockopt(descriptor, level, name, value, &size);
}

static inline int cevents_make_nonblocking(int descriptor) {
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

// The two parts of a response in one call.
static inline ssize_t cevents_send(int descriptor, const void *first, size_t first_size, const void *second,
                                   size_t second_size) {
  struct iovec parts[2] = {{(void *)first, first_size}, {(void *)second, second_size}};
  struct msghdr message = {0};
  message.msg_iov = parts;
  message.msg_iovlen = second_size > 0 ? 2 : 1;
  return sendmsg(descriptor, &message, MSG_NOSIGNAL);
}

// Only what the processor itself raises is left to an event thread: signals go to the threads that expect them, and a
// write to a closed connection is an error.
static inline void cevents_block_signals(void) {
  sigset_t all;
  sigfillset(&all);
  sigdelset(&all, SIGSEGV);
  sigdelset(&all, SIGBUS);
  sigdelset(&all, SIGILL);
  sigdelset(&all, SIGFPE);
  sigdelset(&all, SIGTRAP);
  sigdelset(&all, SIGABRT);
  sigdelset(&all, SIGPROF);
  pthread_sigmask(SIG_BLOCK, &all, 0);
}
#else
#error "The hub as a server is for Linux: build without the trait Hub"
#endif

#endif
