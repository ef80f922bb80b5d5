// A wall clock that is wrong by as many milliseconds as a file says, for programs that are started with this library in
// LD_PRELOAD and the file's path in SHIFTED_CLOCK. Who writes to the file sets their clock while they run. The clocks that
// nobody sets stay as they are. For Linux; tests compile it with `cc -shared -fPIC`.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *offset;

__attribute__((constructor)) static void open_offset(void) {
  const char *path = getenv("SHIFTED_CLOCK");
  if (!path) return;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  void *bytes = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (bytes != MAP_FAILED) offset = bytes;
  close(file);
}

static void shift(struct timespec *time) {
  if (!offset) return;
  int64_t milliseconds = *offset;
  time->tv_sec += milliseconds / 1000;
  time->tv_nsec += milliseconds % 1000 * 1000000;
  if (time->tv_nsec < 0) { time->tv_sec -= 1; time->tv_nsec += 1000000000; }
  if (time->tv_nsec >= 1000000000) { time->tv_sec += 1; time->tv_nsec -= 1000000000; }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  // The system's own call: the C library's would be this one.
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) shift(time);
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *seconds) {
  struct timespec now;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  if (seconds) *seconds = now.tv_sec;
  return now.tv_sec;
}
