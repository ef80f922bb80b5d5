// The interposed calls: the dynamic linker finds the executable's before the C library's.

#define _GNU_SOURCE
#include "state.h"

#if defined(__linux__) && defined(__GLIBC__) && defined(__LP64__)

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

bool faulty_is_available(void) { return true; }

// The C library's own function of that name.
#define REAL(name)                                                       \
  ({                                                                     \
    static __typeof__(&name) found;                                      \
    if (found == NULL) found = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
    found;                                                               \
  })

// Returns from the caller where the call is to fail.
#define FAIL_IF_MET(kind)            \
  do {                               \
    int met = faulty_meet(kind);     \
    if (met > 0) {                   \
      errno = met;                   \
      return -1;                     \
    }                                \
  } while (0)

#define OPEN(name)                                                        \
  int name(const char *path, int flags, ...) {                            \
    mode_t mode = 0;                                                      \
    if (flags & (O_CREAT | O_TMPFILE)) {                                  \
      va_list list;                                                       \
      va_start(list, flags);                                              \
      mode = va_arg(list, mode_t);                                        \
      va_end(list);                                                       \
    }                                                                     \
    if (!faulty_counts(path)) return REAL(name)(path, flags, mode);       \
    FAIL_IF_MET(FAULTY_OPEN);                                             \
    bool was_there = REAL(access)(path, F_OK) == 0;                       \
    int descriptor = REAL(name)(path, flags, mode);                       \
    if (descriptor < 0) return descriptor;                                \
    faulty_opened(descriptor, path);                                      \
    if (!was_there) faulty_note(FAULTY_CREATED, path, NULL, 0, NULL, 0);  \
    if (was_there && (flags & O_TRUNC)) faulty_note(FAULTY_CUT, path, NULL, 0, NULL, 0); \
    return descriptor;                                                    \
  }
OPEN(open)
OPEN(open64)

int close(int descriptor) {
  const char *path = faulty_path_of(descriptor);
  int met = path == NULL ? 0 : faulty_meet(FAULTY_CLOSE);
  faulty_closed(descriptor);
  int result = REAL(close)(descriptor);
  // As in the kernel: the descriptor is gone even where closing fails.
  if (met > 0) {
    errno = met;
    return -1;
  }
  return result;
}

static size_t part_to_read(size_t count, int *error) {
  int met = faulty_meet(FAULTY_READ);
  *error = met > 0 ? met : 0;
  return met == FAULTY_SHORT && count > 1 ? count / 2 : count;
}

ssize_t read(int descriptor, void *buffer, size_t count) {
  int error = 0;
  if (faulty_path_of(descriptor) != NULL) count = part_to_read(count, &error);
  if (error != 0) {
    errno = error;
    return -1;
  }
  return REAL(read)(descriptor, buffer, count);
}

#define PREAD(name)                                                          \
  ssize_t name(int descriptor, void *buffer, size_t count, off_t offset) {   \
    int error = 0;                                                           \
    if (faulty_path_of(descriptor) != NULL) count = part_to_read(count, &error); \
    if (error != 0) {                                                        \
      errno = error;                                                         \
      return -1;                                                             \
    }                                                                        \
    return REAL(name)(descriptor, buffer, count, offset);                    \
  }
PREAD(pread)
PREAD(pread64)

// How much is written; 0 with an error number where nothing is.
static size_t part_to_write(int descriptor, size_t count, off_t offset, int *error) {
  int met = faulty_meet(FAULTY_WRITE);
  if (met > 0) {
    *error = met;
    return 0;
  }
  if (met == FAULTY_SHORT && count > 1) count /= 2;
  struct stat status;
  if (REAL(fstat)(descriptor, &status) != 0) return count;
  int64_t room = faulty_room(status.st_size, offset, (int64_t)count);
  if (room == 0 && count > 0) *error = ENOSPC;
  return (size_t)room;
}

#define PWRITE(name)                                                               \
  ssize_t name(int descriptor, const void *buffer, size_t count, off_t offset) {   \
    const char *path = faulty_path_of(descriptor);                                 \
    if (path == NULL) return REAL(name)(descriptor, buffer, count, offset);        \
    int error = 0;                                                                 \
    count = part_to_write(descriptor, count, offset, &error);                      \
    if (error != 0) {                                                              \
      errno = error;                                                               \
      return -1;                                                                   \
    }                                                                              \
    ssize_t written = REAL(name)(descriptor, buffer, count, offset);               \
    if (written > 0) faulty_note(FAULTY_WRITTEN, path, NULL, offset, buffer, (size_t)written); \
    return written;                                                                \
  }
PWRITE(pwrite)
PWRITE(pwrite64)

ssize_t write(int descriptor, const void *buffer, size_t count) {
  const char *path = faulty_path_of(descriptor);
  if (path == NULL) return REAL(write)(descriptor, buffer, count);
  off_t offset = lseek(descriptor, 0, SEEK_CUR);
  int error = 0;
  count = part_to_write(descriptor, count, offset, &error);
  if (error != 0) {
    errno = error;
    return -1;
  }
  ssize_t written = REAL(write)(descriptor, buffer, count);
  if (written > 0) faulty_note(FAULTY_WRITTEN, path, NULL, offset, buffer, (size_t)written);
  return written;
}

#define SYNC(name)                                                         \
  int name(int descriptor) {                                               \
    const char *path = faulty_path_of(descriptor);                         \
    if (path == NULL) return REAL(name)(descriptor);                       \
    FAIL_IF_MET(FAULTY_SYNC);                                              \
    if (!faulty_skips_syncs() && REAL(name)(descriptor) != 0) return -1;   \
    struct stat status;                                                    \
    bool is_folder = REAL(fstat)(descriptor, &status) == 0 && S_ISDIR(status.st_mode); \
    faulty_note(is_folder ? FAULTY_FOLDER_SYNCED : FAULTY_FILE_SYNCED, path, NULL, 0, NULL, 0); \
    return 0;                                                              \
  }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name)                                                      \
  int name(int descriptor, off_t length) {                                  \
    const char *path = faulty_path_of(descriptor);                          \
    if (path == NULL) return REAL(name)(descriptor, length);                \
    FAIL_IF_MET(FAULTY_TRUNCATE);                                           \
    int result = REAL(name)(descriptor, length);                            \
    if (result == 0) faulty_note(FAULTY_CUT, path, NULL, length, NULL, 0);  \
    return result;                                                          \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

int rename(const char *from, const char *to) {
  if (!faulty_counts(to)) return REAL(rename)(from, to);
  FAIL_IF_MET(FAULTY_NAME);
  int result = REAL(rename)(from, to);
  if (result == 0) {
    faulty_path_renamed(from, to);
    faulty_note(FAULTY_RENAMED, from, to, 0, NULL, 0);
  }
  return result;
}

int link(const char *from, const char *to) {
  if (!faulty_counts(to)) return REAL(link)(from, to);
  FAIL_IF_MET(FAULTY_NAME);
  int result = REAL(link)(from, to);
  if (result == 0) faulty_note(FAULTY_LINKED, from, to, 0, NULL, 0);
  return result;
}

int unlink(const char *path) {
  if (!faulty_counts(path)) return REAL(unlink)(path);
  FAIL_IF_MET(FAULTY_NAME);
  int result = REAL(unlink)(path);
  if (result == 0) faulty_note(FAULTY_REMOVED, path, NULL, 0, NULL, 0);
  return result;
}

int flock(int descriptor, int operation) {
  if (operation != LOCK_UN && faulty_path_of(descriptor) != NULL) FAIL_IF_MET(FAULTY_LOCK);
  return REAL(flock)(descriptor, operation);
}

// Taking a lock can fail; giving it back cannot.
static bool takes_lock(int command, const void *argument) {
  if (command != F_SETLK && command != F_SETLKW) return false;
  return ((const struct flock *)argument)->l_type != F_UNLCK;
}

// The third argument is an integer or a pointer; on these systems both travel in the same way.
#define FCNTL(name)                                                               \
  int name(int descriptor, int command, ...) {                                    \
    va_list list;                                                                 \
    va_start(list, command);                                                      \
    void *argument = va_arg(list, void *);                                        \
    va_end(list);                                                                 \
    if (faulty_path_of(descriptor) != NULL && takes_lock(command, argument)) {    \
      FAIL_IF_MET(FAULTY_LOCK);                                                   \
    }                                                                             \
    return REAL(name)(descriptor, command, argument);                             \
  }
FCNTL(fcntl)
FCNTL(fcntl64)

#define FSTAT(name, type)                                               \
  int name(int descriptor, struct type *status) {                       \
    if (faulty_path_of(descriptor) != NULL) FAIL_IF_MET(FAULTY_LOOK);   \
    return REAL(name)(descriptor, status);                              \
  }
FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

#define STAT(name, type)                                     \
  int name(const char *path, struct type *status) {          \
    if (faulty_counts(path)) FAIL_IF_MET(FAULTY_LOOK);       \
    return REAL(name)(path, status);                         \
  }
STAT(stat, stat)
STAT(stat64, stat64)
STAT(lstat, stat)
STAT(lstat64, stat64)

#define MAP(name)                                                                           \
  void *name(void *place, size_t count, int protection, int flags, int file, off_t offset) { \
    int met = faulty_path_of(file) == NULL ? 0 : faulty_meet(FAULTY_MAP);                   \
    if (met > 0) {                                                                          \
      errno = met;                                                                          \
      return MAP_FAILED;                                                                    \
    }                                                                                       \
    return REAL(name)(place, count, protection, flags, file, offset);                       \
  }
MAP(mmap)
MAP(mmap64)

#else

bool faulty_is_available(void) { return false; }

#endif
