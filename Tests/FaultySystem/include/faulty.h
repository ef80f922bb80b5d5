// The system's calls on files, as they are when a disk fails, is full, or loses its power.
//
// An executable that links this has its own, and its shared libraries', calls of open, read, write, fsync, … answered
// here; they go on to the C library unless they are to fail. Only files below the watched folder count. Works with glibc
// on 64-bit Linux; elsewhere nothing is interposed and `faulty_is_available` says so.
#ifndef FAULTY_H
#define FAULTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool faulty_is_available(void);

/// What a call does; bits, to choose which calls count.
enum {
  FAULTY_OPEN = 1,
  FAULTY_READ = 2,
  FAULTY_WRITE = 4,
  FAULTY_SYNC = 8,
  FAULTY_TRUNCATE = 16,
  FAULTY_NAME = 32,
  FAULTY_CLOSE = 64,
  FAULTY_LOCK = 128,
  FAULTY_LOOK = 256,
  FAULTY_MAP = 512,
};

/// In the place of an error number: half of the bytes are read or written.
#define FAULTY_SHORT (-1)
/// In the place of an error number: the process is killed before the call.
#define FAULTY_DIE (-2)

/// The folder whose files count; an absolute path without symbolic links.
void faulty_watch(const char *folder);

/// From now on the nth call of these kinds fails, and each one after it if `lasting`.
void faulty_arm(uint32_t kinds, int64_t nth, int error, bool lasting);

/// Nothing fails any more. Returns how many calls were counted since it was armed.
int64_t faulty_disarm(void);

/// How many calls failed since it was armed.
int64_t faulty_hits(void);

/// The most bytes that the files of the watched folder may have together; negative for no limit.
void faulty_limit(int64_t bytes);

/// Whether calls for waiting for the disk return at once, which is safe unless the machine stops.
void faulty_skip_syncs(bool skips);

// MARK: - Recording

/// A change as the disk would see it.
enum faulty_change {
  FAULTY_CREATED,
  FAULTY_WRITTEN,
  FAULTY_CUT,
  FAULTY_RENAMED,
  FAULTY_LINKED,
  FAULTY_REMOVED,
  FAULTY_FILE_SYNCED,
  FAULTY_FOLDER_SYNCED,
  /// Not a change: the program said something to the outside.
  FAULTY_MARK,
};

struct faulty_record {
  enum faulty_change change;
  /// The name in the folder; where a name changes, the old one.
  const char *name;
  const char *new_name;
  /// The offset, the new length, or the mark.
  int64_t number;
  const uint8_t *bytes;
  size_t count;
};

/// Begins to keep what happens to the files directly in the watched folder.
void faulty_record_start(void);
void faulty_record_mark(int64_t mark);
size_t faulty_record_count(void);
/// A record, which stays as it is.
struct faulty_record faulty_record_at(size_t index);

#endif
