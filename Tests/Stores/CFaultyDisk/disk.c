#include "state.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

const char *const slot_suffixes[SLOT_COUNT] = {"", "-wal", "-journal"};

/// A file as SQLite sees it; the real one stands right behind it.
typedef struct {
    sqlite3_file base;
    sqlite3_file *real;
    /// Which of the watched database's files it is; -1 for others.
    int slot;
    int file;
    /// The watch under which it was opened: those of an earlier one are others.
    int64_t watch;
} disk_file;

/// Guards all that follows, and keeps the order of the record that of the disk.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *real_vfs;
static sqlite3_vfs vfs;
static char *watched;
static int64_t watch_number;
static faulty_disk_trace *trace;
/// The file that has each name now, -1 for none, -2 for one that has not been opened yet.
static int current[SLOT_COUNT];

static struct {
    bool is_armed, is_lasting;
    uint32_t calls;
    int64_t n, seen;
    int failure;
    void (*at)(void *);
    void *context;
} fault;

// MARK: The record

static void *grown(void *memory, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) return memory;
    while (*capacity < needed) *capacity = *capacity ? *capacity * 2 : 1024;
    void *larger = realloc(memory, *capacity * size);
    if (!larger) abort();
    return larger;
}

static uint8_t *note(event entry, size_t byte_count) {
    trace->events = grown(trace->events, &trace->capacity, trace->count + 1, sizeof(event));
    trace->bytes =
        grown(trace->bytes, &trace->byte_capacity, trace->byte_count + byte_count, 1);
    entry.data = trace->byte_count;
    trace->events[trace->count++] = entry;
    trace->byte_count += byte_count;
    return trace->bytes + entry.data;
}

static bool is_recorded(const disk_file *file) {
    return trace && file->slot >= 0 && file->watch == watch_number;
}

/// Which of the watched files a path names; -1 for none.
static int slot_of(const char *path) {
    if (!watched || !path) return -1;
    size_t length = strlen(watched);
    if (strncmp(path, watched, length) != 0) return -1;
    for (int slot = 0; slot < SLOT_COUNT; slot++)
        if (strcmp(path + length, slot_suffixes[slot]) == 0) return slot;
    return -1;
}

/// Enters a file that is opened, with its bytes when it was there before.
static void note_opening(disk_file *file, bool was_there) {
    if (current[file->slot] < 0) {
        bool exists = current[file->slot] == -2 && was_there;
        file->file = current[file->slot] = trace->file_count++;
        sqlite3_int64 size = 0;
        if (exists) file->real->pMethods->xFileSize(file->real, &size);
        event entry = {
            exists ? EVENT_EXISTS : EVENT_CREATE, file->slot, file->file, 0, size, 0};
        uint8_t *bytes = note(entry, (size_t)size);
        if (size) file->real->pMethods->xRead(file->real, bytes, (int)size, 0);
    }
    file->file = current[file->slot];
}

// MARK: Faults

static int error_of(uint32_t call) {
    switch (call) {
    case FAULTY_DISK_OPEN: return SQLITE_CANTOPEN;
    case FAULTY_DISK_READ: return SQLITE_IOERR_READ;
    case FAULTY_DISK_WRITE: return SQLITE_IOERR_WRITE;
    case FAULTY_DISK_TRUNCATE: return SQLITE_IOERR_TRUNCATE;
    case FAULTY_DISK_SYNC: return SQLITE_IOERR_FSYNC;
    case FAULTY_DISK_LOCK: return SQLITE_IOERR_LOCK;
    case FAULTY_DISK_DELETE: return SQLITE_IOERR_DELETE;
    case FAULTY_DISK_MAP: return SQLITE_IOERR_SHMMAP;
    default: return SQLITE_IOERR_FSTAT;
    }
}

/// What a call is to return instead of being made; `SQLITE_OK` for nothing.
static int fault_of(uint32_t call, bool is_watched) {
    if (!is_watched) return SQLITE_OK;
    void (*at)(void *) = NULL;
    void *context = NULL;
    int code = SQLITE_OK;
    pthread_mutex_lock(&lock);
    if (fault.is_armed && (fault.calls & call)) {
        fault.seen++;
        if (fault.seen == fault.n) {
            at = fault.at;
            context = fault.context;
        }
        if (fault.seen == fault.n || (fault.is_lasting && fault.seen > fault.n)) {
            if (fault.failure == FAULTY_DISK_IO_ERROR) code = error_of(call);
            if (fault.failure == FAULTY_DISK_FULL) code = SQLITE_FULL;
            if (fault.failure == FAULTY_DISK_BUSY) code = SQLITE_BUSY;
        }
    }
    pthread_mutex_unlock(&lock);
    if (at) at(context);
    return code;
}

static bool is_watched(const disk_file *file) {
    return file->slot >= 0 && file->watch == __atomic_load_n(&watch_number, __ATOMIC_RELAXED);
}

#define FAIL_IF_TOLD(file, call)                                    \
    do {                                                            \
        int code = fault_of(call, is_watched((disk_file *)(file))); \
        if (code != SQLITE_OK) return code;                         \
    } while (0)

// MARK: A file's methods

#define REAL(file) (((disk_file *)(file))->real)

static int disk_close(sqlite3_file *file) { return REAL(file)->pMethods->xClose(REAL(file)); }

static int disk_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    FAIL_IF_TOLD(file, FAULTY_DISK_READ);
    return REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
}

static int disk_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    FAIL_IF_TOLD(file, FAULTY_DISK_WRITE);
    disk_file *self = (disk_file *)file;
    pthread_mutex_lock(&lock);
    int code = self->real->pMethods->xWrite(self->real, bytes, count, offset);
    if (code == SQLITE_OK && is_recorded(self)) {
        event entry = {EVENT_WRITE, self->slot, self->file, offset, count, 0};
        memcpy(note(entry, (size_t)count), bytes, (size_t)count);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size) {
    FAIL_IF_TOLD(file, FAULTY_DISK_TRUNCATE);
    disk_file *self = (disk_file *)file;
    pthread_mutex_lock(&lock);
    int code = self->real->pMethods->xTruncate(self->real, size);
    if (code == SQLITE_OK && is_recorded(self))
        note((event){EVENT_TRUNCATE, self->slot, self->file, 0, size, 0}, 0);
    pthread_mutex_unlock(&lock);
    return code;
}

static int disk_sync(sqlite3_file *file, int flags) {
    FAIL_IF_TOLD(file, FAULTY_DISK_SYNC);
    disk_file *self = (disk_file *)file;
    if (!is_watched(self)) return self->real->pMethods->xSync(self->real, flags);
    // The watched files are lost with the test: the record says that they were synced.
    pthread_mutex_lock(&lock);
    if (is_recorded(self)) note((event){EVENT_SYNC, self->slot, self->file, 0, 0, 0}, 0);
    pthread_mutex_unlock(&lock);
    return SQLITE_OK;
}

static int disk_size(sqlite3_file *file, sqlite3_int64 *size) {
    FAIL_IF_TOLD(file, FAULTY_DISK_SIZE);
    return REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int disk_lock(sqlite3_file *file, int level) {
    FAIL_IF_TOLD(file, FAULTY_DISK_LOCK);
    return REAL(file)->pMethods->xLock(REAL(file), level);
}

static int disk_unlock(sqlite3_file *file, int level) {
    return REAL(file)->pMethods->xUnlock(REAL(file), level);
}

static int disk_check_lock(sqlite3_file *file, int *is_reserved) {
    return REAL(file)->pMethods->xCheckReservedLock(REAL(file), is_reserved);
}

static int disk_control(sqlite3_file *file, int operation, void *argument) {
    return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}

static int disk_sector_size(sqlite3_file *file) {
    return REAL(file)->pMethods->xSectorSize(REAL(file));
}

static int disk_characteristics(sqlite3_file *file) {
    return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file));
}

static int disk_map(
    sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
    FAIL_IF_TOLD(file, FAULTY_DISK_MAP);
    return REAL(file)->pMethods->xShmMap(REAL(file), region, size, extends, memory);
}

static int disk_lock_index(sqlite3_file *file, int offset, int count, int flags) {
    if (flags & SQLITE_SHM_LOCK) FAIL_IF_TOLD(file, FAULTY_DISK_LOCK);
    return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}

static void disk_barrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }

static int disk_unmap(sqlite3_file *file, int deletes) {
    return REAL(file)->pMethods->xShmUnmap(REAL(file), deletes);
}

static const sqlite3_io_methods methods = {
    2,
    disk_close,
    disk_read,
    disk_write,
    disk_truncate,
    disk_sync,
    disk_size,
    disk_lock,
    disk_unlock,
    disk_check_lock,
    disk_control,
    disk_sector_size,
    disk_characteristics,
    disk_map,
    disk_lock_index,
    disk_barrier,
    disk_unmap,
    NULL,
    NULL,
};

// MARK: The file system's methods

static int disk_open(
    sqlite3_vfs *self, sqlite3_filename path, sqlite3_file *file, int flags, int *out_flags) {
    (void)self;
    disk_file *opened = (disk_file *)file;
    memset(opened, 0, sizeof *opened);
    opened->real = (sqlite3_file *)(opened + 1);
    pthread_mutex_lock(&lock);
    opened->slot = slot_of(path);
    opened->watch = watch_number;
    pthread_mutex_unlock(&lock);
    int code = fault_of(FAULTY_DISK_OPEN, opened->slot >= 0);
    if (code != SQLITE_OK) return code;

    pthread_mutex_lock(&lock);
    int exists = 0;
    if (opened->slot >= 0) real_vfs->xAccess(real_vfs, path, SQLITE_ACCESS_EXISTS, &exists);
    code = real_vfs->xOpen(real_vfs, path, opened->real, flags, out_flags);
    if (code == SQLITE_OK) {
        opened->base.pMethods = &methods;
        if (is_recorded(opened)) note_opening(opened, exists);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static int disk_delete(sqlite3_vfs *self, const char *path, int syncs_directory) {
    (void)self;
    pthread_mutex_lock(&lock);
    int slot = slot_of(path);
    pthread_mutex_unlock(&lock);
    int code = fault_of(FAULTY_DISK_DELETE, slot >= 0);
    if (code != SQLITE_OK) return code;

    pthread_mutex_lock(&lock);
    code = real_vfs->xDelete(real_vfs, path, syncs_directory);
    if (code == SQLITE_OK && slot >= 0 && trace) {
        note((event){EVENT_DELETE, slot, current[slot], 0, syncs_directory, 0}, 0);
        current[slot] = -1;
    }
    pthread_mutex_unlock(&lock);
    return code;
}

bool faulty_disk_install(void) {
    pthread_mutex_lock(&lock);
    bool is_installed = real_vfs != NULL;
    if (!is_installed) {
        real_vfs = sqlite3_vfs_find(NULL);
        vfs = *real_vfs;
        vfs.zName = "faulty-disk";
        vfs.pNext = NULL;
        vfs.szOsFile = (int)sizeof(disk_file) + real_vfs->szOsFile;
        vfs.xOpen = disk_open;
        vfs.xDelete = disk_delete;
        is_installed = sqlite3_vfs_register(&vfs, 1) == SQLITE_OK;
    }
    pthread_mutex_unlock(&lock);
    return is_installed;
}

/// Before any test: PROJ, which reads its own database through the file system that is SQLite's default,
/// must find the same one whenever it opens and closes.
__attribute__((constructor)) static void install(void) { faulty_disk_install(); }

// MARK: Watching

void faulty_disk_watch(const char *path, bool records) {
    faulty_disk_free(faulty_disk_unwatch());
    pthread_mutex_lock(&lock);
    watched = strdup(path);
    trace = records ? calloc(1, sizeof *trace) : NULL;
    if (!watched || (records && !trace)) abort();
    for (int slot = 0; slot < SLOT_COUNT; slot++) current[slot] = -2;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_mark(void) {
    pthread_mutex_lock(&lock);
    if (trace) note((event){EVENT_MARK, -1, -1, 0, 0, 0}, 0);
    pthread_mutex_unlock(&lock);
}

faulty_disk_trace *faulty_disk_unwatch(void) {
    pthread_mutex_lock(&lock);
    faulty_disk_trace *record = trace;
    trace = NULL;
    free(watched);
    watched = NULL;
    __atomic_add_fetch(&watch_number, 1, __ATOMIC_RELAXED);
    fault.is_armed = false;
    pthread_mutex_unlock(&lock);
    return record;
}

void faulty_disk_free(faulty_disk_trace *record) {
    if (!record) return;
    free(record->events);
    free(record->bytes);
    free(record);
}

size_t faulty_disk_event_count(const faulty_disk_trace *record) { return record->count; }
size_t faulty_disk_byte_count(const faulty_disk_trace *record) { return record->byte_count; }

size_t faulty_disk_sync_count(const faulty_disk_trace *record) {
    size_t count = 0;
    for (size_t index = 0; index < record->count; index++)
        count += record->events[index].kind == EVENT_SYNC;
    return count;
}

void faulty_disk_arm(
    uint32_t calls, int64_t n, int failure, bool is_lasting, void (*at)(void *), void *context) {
    pthread_mutex_lock(&lock);
    fault.is_armed = true;
    fault.is_lasting = is_lasting;
    fault.calls = calls;
    fault.n = n;
    fault.seen = 0;
    fault.failure = failure;
    fault.at = at;
    fault.context = context;
    pthread_mutex_unlock(&lock);
}

int64_t faulty_disk_disarm(void) {
    pthread_mutex_lock(&lock);
    fault.is_armed = false;
    int64_t seen = fault.seen;
    pthread_mutex_unlock(&lock);
    return seen;
}
