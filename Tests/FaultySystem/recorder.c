// What a disk was told, in order.

#define _GNU_SOURCE
#include "state.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct faulty_record *records;
static size_t count;
static size_t capacity;
static bool is_recording;

void faulty_record_start(void) {
  pthread_mutex_lock(&lock);
  count = 0;
  is_recording = true;
  pthread_mutex_unlock(&lock);
}

static const char *name_of(const char *path) {
  if (path == NULL) return NULL;
  const char *slash = strrchr(path, '/');
  return strdup(slash == NULL ? path : slash + 1);
}

void faulty_note(enum faulty_change change, const char *path, const char *new_path, int64_t number,
                 const void *bytes, size_t length) {
  if (!is_recording) return;
  struct faulty_record record = {
      .change = change,
      .name = name_of(path),
      .new_name = name_of(new_path),
      .number = number,
      .count = length,
  };
  if (bytes != NULL) {
    uint8_t *copy = malloc(length);
    memcpy(copy, bytes, length);
    record.bytes = copy;
  }
  pthread_mutex_lock(&lock);
  if (count == capacity) {
    capacity = capacity == 0 ? 1024 : capacity * 2;
    records = realloc(records, capacity * sizeof *records);
  }
  records[count++] = record;
  pthread_mutex_unlock(&lock);
}

void faulty_record_mark(int64_t mark) { faulty_note(FAULTY_MARK, NULL, NULL, mark, NULL, 0); }

size_t faulty_record_count(void) { return count; }

struct faulty_record faulty_record_at(size_t index) { return records[index]; }
