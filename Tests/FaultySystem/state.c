// Which calls count, which fail, and how much space there is.

#define _GNU_SOURCE
#include "state.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 4096 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[1024];
static size_t folder_length;
static char *paths[MOST_DESCRIPTORS];

static uint32_t armed_kinds;
static int64_t armed_nth;
static int armed_error;
static bool armed_lasting;
static int64_t seen;
static int64_t hits;
static int64_t limit = -1;
static bool skips_syncs;

void faulty_watch(const char *path) {
  snprintf(folder, sizeof folder, "%s", path);
  folder_length = strlen(folder);
}

bool faulty_counts(const char *path) {
  if (folder_length == 0 || path == NULL || strncmp(path, folder, folder_length) != 0) return false;
  return path[folder_length] == '/' || path[folder_length] == 0;
}

const char *faulty_path_of(int descriptor) {
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return NULL;
  return paths[descriptor];
}

void faulty_opened(int descriptor, const char *path) {
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS || !faulty_counts(path)) return;
  char *copy = strdup(path);
  pthread_mutex_lock(&lock);
  // Never freed: another thread may be looking at it. The processes that link this are short.
  paths[descriptor] = copy;
  pthread_mutex_unlock(&lock);
}

void faulty_closed(int descriptor) {
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return;
  pthread_mutex_lock(&lock);
  paths[descriptor] = NULL;
  pthread_mutex_unlock(&lock);
}

void faulty_path_renamed(const char *from, const char *to) {
  pthread_mutex_lock(&lock);
  for (int index = 0; index < MOST_DESCRIPTORS; index++) {
    if (paths[index] != NULL && strcmp(paths[index], from) == 0) paths[index] = strdup(to);
  }
  pthread_mutex_unlock(&lock);
}

void faulty_arm(uint32_t kinds, int64_t nth, int error, bool lasting) {
  pthread_mutex_lock(&lock);
  armed_kinds = kinds;
  armed_nth = nth;
  armed_error = error;
  armed_lasting = lasting;
  seen = 0;
  hits = 0;
  pthread_mutex_unlock(&lock);
}

int64_t faulty_disarm(void) {
  pthread_mutex_lock(&lock);
  armed_kinds = 0;
  int64_t result = seen;
  pthread_mutex_unlock(&lock);
  return result;
}

int64_t faulty_hits(void) { return hits; }

int faulty_meet(uint32_t kind) {
  int result = 0;
  pthread_mutex_lock(&lock);
  if (armed_kinds & kind) {
    seen += 1;
    if (seen == armed_nth || (armed_lasting && seen > armed_nth)) {
      hits += 1;
      result = armed_error;
    }
  }
  pthread_mutex_unlock(&lock);
  if (result == FAULTY_DIE) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
  }
  return result;
}

void faulty_skip_syncs(bool skips) { skips_syncs = skips; }

bool faulty_skips_syncs(void) { return skips_syncs; }

void faulty_limit(int64_t bytes) { limit = bytes; }

static int64_t used(void) {
  int64_t sum = 0;
  DIR *entries = opendir(folder);
  if (entries == NULL) return 0;
  for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
    struct stat status;
    if (fstatat(dirfd(entries), entry->d_name, &status, 0) == 0 && S_ISREG(status.st_mode)) {
      sum += status.st_size;
    }
  }
  closedir(entries);
  return sum;
}

int64_t faulty_room(int64_t size, int64_t offset, int64_t count) {
  if (limit < 0 || offset + count <= size) return count;
  int64_t end = size + (limit - used());
  if (end >= offset + count) return count;
  return end > offset ? end - offset : 0;
}
