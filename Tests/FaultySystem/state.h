// What the interposed calls share.
#ifndef FAULTY_STATE_H
#define FAULTY_STATE_H

#include "faulty.h"

/// The path that an open file was opened by, or NULL where it does not count.
const char *faulty_path_of(int descriptor);
void faulty_opened(int descriptor, const char *path);
void faulty_closed(int descriptor);
void faulty_path_renamed(const char *from, const char *to);

/// Whether a path lies in the watched folder.
bool faulty_counts(const char *path);

/// Counts a call; 0, or what is to happen instead.
int faulty_meet(uint32_t kind);

bool faulty_skips_syncs(void);

/// How many of these bytes still fit; `size` is that of the file now.
int64_t faulty_room(int64_t size, int64_t offset, int64_t count);

void faulty_note(enum faulty_change change, const char *path, const char *new_path, int64_t number,
                 const void *bytes, size_t count);

#endif
