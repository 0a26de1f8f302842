// What the parts of this layer share.
#ifndef AMBIT_FAULTY_DISK_STATE_H
#define AMBIT_FAULTY_DISK_STATE_H

#include "include/CFaultyDisk.h"

/// The database, its log and its journal.
enum { SLOT_COUNT = 3 };
extern const char *const slot_suffixes[SLOT_COUNT];

typedef enum {
    /// A file was there when it was opened first; its bytes follow, and are safe.
    EVENT_EXISTS,
    /// A file was created.
    EVENT_CREATE,
    EVENT_WRITE,
    EVENT_TRUNCATE,
    EVENT_SYNC,
    /// A name was removed; `length` is 1 when the directory was synced.
    EVENT_DELETE,
    EVENT_MARK,
} event_kind;

typedef struct {
    event_kind kind;
    /// Which of a database's files.
    int slot;
    /// Which file of that name: a new one each time that it is created.
    int file;
    int64_t offset;
    int64_t length;
    /// Where the bytes stand among all bytes of the record.
    size_t data;
} event;

struct faulty_disk_trace {
    event *events;
    size_t count, capacity;
    uint8_t *bytes;
    size_t byte_count, byte_capacity;
    int file_count;
};

#endif
