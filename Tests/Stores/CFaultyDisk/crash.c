#include "state.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The least that a disk writes whole.
enum { SECTOR = 512 };

typedef struct {
    uint8_t *bytes;
    size_t size, capacity;
} content;

typedef struct {
    /// What is safely on disk.
    content safe;
    /// The events since, which may have reached the disk or not.
    size_t *pending;
    size_t pending_count, pending_capacity;
    /// Whether its name is on disk only with its next sync.
    bool is_new;
} disk_file;

typedef struct {
    /// The file that has the name for sure, -1 for none.
    int safe;
    /// The files that had the name since.
    int *later;
    size_t later_count, later_capacity;
} name;

struct crash_disk {
    const faulty_disk_trace *trace;
    bool is_syncing;
    size_t position, marks;
    disk_file *files;
    name names[SLOT_COUNT];
};

static void *grown(void *memory, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) return memory;
    while (*capacity < needed) *capacity = *capacity ? *capacity * 2 : 64;
    void *larger = realloc(memory, *capacity * size);
    if (!larger) abort();
    return larger;
}

// MARK: Content

/// Sets a size; what is new is zero, as file systems show it.
static void resize(content *content, size_t size) {
    content->bytes = grown(content->bytes, &content->capacity, size, 1);
    if (size > content->size) memset(content->bytes + content->size, 0, size - content->size);
    content->size = size;
}

static void put(content *content, size_t offset, const uint8_t *bytes, size_t count) {
    if (offset + count > content->size) resize(content, offset + count);
    memcpy(content->bytes + offset, bytes, count);
}

static void apply(content *content, const faulty_disk_trace *trace, const event *event) {
    if (event->kind == EVENT_TRUNCATE) return resize(content, (size_t)event->length);
    put(content, (size_t)event->offset, trace->bytes + event->data, (size_t)event->length);
}

// MARK: The state

crash_disk *crash_disk_make(const faulty_disk_trace *trace, bool is_syncing) {
    crash_disk *disk = calloc(1, sizeof *disk);
    if (!disk) abort();
    disk->trace = trace;
    disk->is_syncing = is_syncing;
    disk->files = calloc((size_t)trace->file_count + 1, sizeof *disk->files);
    if (!disk->files) abort();
    for (int slot = 0; slot < SLOT_COUNT; slot++) disk->names[slot].safe = -1;
    return disk;
}

void crash_disk_free(crash_disk *disk) {
    if (!disk) return;
    for (int file = 0; file < disk->trace->file_count; file++) {
        free(disk->files[file].safe.bytes);
        free(disk->files[file].pending);
    }
    for (int slot = 0; slot < SLOT_COUNT; slot++) free(disk->names[slot].later);
    free(disk->files);
    free(disk);
}

static int latest(const name *name) {
    return name->later_count ? name->later[name->later_count - 1] : name->safe;
}

static void rename_to(name *name, int file) {
    name->later =
        grown(name->later, &name->later_capacity, name->later_count + 1, sizeof *name->later);
    name->later[name->later_count++] = file;
}

/// The folder reaches the disk: all names as they are now.
static void sync_names(crash_disk *disk) {
    for (int slot = 0; slot < SLOT_COUNT; slot++) {
        name *name = &disk->names[slot];
        name->safe = latest(name);
        name->later_count = 0;
    }
}

static void sync_file(crash_disk *disk, disk_file *file) {
    for (size_t index = 0; index < file->pending_count; index++)
        apply(&file->safe, disk->trace, &disk->trace->events[file->pending[index]]);
    file->pending_count = 0;
    // SQLite syncs the folder with the first sync of a log or journal that it has made.
    if (file->is_new) sync_names(disk);
    file->is_new = false;
}

static void step(crash_disk *disk) {
    size_t index = disk->position++;
    const event *event = &disk->trace->events[index];
    disk_file *file = event->file >= 0 ? &disk->files[event->file] : NULL;
    switch (event->kind) {
    case EVENT_EXISTS:
        put(&file->safe, 0, disk->trace->bytes + event->data, (size_t)event->length);
        disk->names[event->slot].safe = event->file;
        break;
    case EVENT_CREATE:
        file->is_new = true;
        rename_to(&disk->names[event->slot], event->file);
        break;
    case EVENT_WRITE:
    case EVENT_TRUNCATE:
        file->pending = grown(
            file->pending, &file->pending_capacity, file->pending_count + 1,
            sizeof *file->pending);
        file->pending[file->pending_count++] = index;
        break;
    case EVENT_SYNC:
        if (disk->is_syncing) sync_file(disk, file);
        break;
    case EVENT_DELETE:
        rename_to(&disk->names[event->slot], -1);
        if (event->length) sync_names(disk);
        break;
    case EVENT_MARK: disk->marks++; break;
    }
}

size_t crash_disk_advance(crash_disk *disk, size_t count) {
    while (disk->position < count && disk->position < disk->trace->count) step(disk);
    return disk->marks;
}

// MARK: What is left

/// Source: S. Vigna, SplitMix64 (2015), public domain.
static uint64_t next(uint64_t *state) {
    uint64_t mixed = (*state += 0x9E3779B97F4A7C15u);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

static bool chance(uint64_t *state, unsigned percent) { return next(state) % 100 < percent; }

typedef enum { KEEP_ALL, KEEP_NONE, KEEP_WRITES, KEEP_SECTORS, KEEP_BEGINNING } loss;

/// Some sectors of a write; the others stay as they were, and where the file ended before, they hold
/// zeros or whatever the disk held there.
static void put_sectors(
    content *content, const faulty_disk_trace *trace, const event *event, unsigned percent,
    bool is_torn, uint64_t *random) {
    size_t end = (size_t)(event->offset + event->length);
    size_t count = (size_t)event->length / SECTOR + 2;
    size_t torn_after = is_torn ? next(random) % count : 0;
    bool leaves_rubbish = chance(random, 30);
    size_t former_size = content->size;
    size_t sector = 0;
    for (size_t at = (size_t)event->offset; at < end; sector++) {
        size_t stop = (at / SECTOR + 1) * SECTOR;
        if (stop > end) stop = end;
        bool is_there = is_torn ? sector < torn_after : chance(random, percent);
        if (is_there) {
            const uint8_t *bytes = trace->bytes + event->data + (at - (size_t)event->offset);
            put(content, at, bytes, stop - at);
        } else if (leaves_rubbish && at >= former_size) {
            for (size_t byte = at; byte < stop; byte++) {
                uint8_t rubbish = (uint8_t)next(random);
                put(content, byte, &rubbish, 1);
            }
        }
        at = stop;
    }
}

static void lose(
    content *content, const crash_disk *disk, const disk_file *file, loss loss,
    uint64_t *random) {
    unsigned percent = (unsigned[]){10, 50, 90}[next(random) % 3];
    size_t torn = file->pending_count ? next(random) % file->pending_count : 0;
    for (size_t index = 0; index < file->pending_count; index++) {
        const event *event = &disk->trace->events[file->pending[index]];
        bool is_write = event->kind == EVENT_WRITE;
        switch (loss) {
        case KEEP_ALL: apply(content, disk->trace, event); break;
        case KEEP_NONE: break;
        case KEEP_WRITES:
            if (chance(random, percent)) apply(content, disk->trace, event);
            break;
        case KEEP_SECTORS:
            if (is_write)
                put_sectors(content, disk->trace, event, percent, false, random);
            else if (chance(random, percent))
                apply(content, disk->trace, event);
            break;
        case KEEP_BEGINNING:
            if (index < torn) apply(content, disk->trace, event);
            if (index == torn && is_write)
                put_sectors(content, disk->trace, event, 0, true, random);
            break;
        }
    }
}

static bool write_file(const char *path, const content *content) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (descriptor < 0) return false;
    size_t written = 0;
    while (written < content->size) {
        ssize_t count = write(descriptor, content->bytes + written, content->size - written);
        if (count <= 0) break;
        written += (size_t)count;
    }
    return close(descriptor) == 0 && written == content->size;
}

bool crash_disk_write(const crash_disk *disk, uint64_t seed, const char *path) {
    static const loss losses[] = {
        KEEP_ALL,     KEEP_NONE,    KEEP_WRITES,    KEEP_WRITES,
        KEEP_SECTORS, KEEP_SECTORS, KEEP_BEGINNING, KEEP_BEGINNING,
    };
    uint64_t random = seed;
    loss loss = losses[next(&random) % (sizeof losses / sizeof *losses)];
    content content = {NULL, 0, 0};
    bool is_written = true;
    char file_path[4096];
    snprintf(file_path, sizeof file_path, "%s-shm", path);
    unlink(file_path);
    for (int slot = 0; slot < SLOT_COUNT; slot++) {
        const name *name = &disk->names[slot];
        int number = latest(name);
        if (loss == KEEP_NONE) number = name->safe;
        if (loss >= KEEP_WRITES) {
            size_t choice = next(&random) % (name->later_count + 1);
            number = choice ? name->later[choice - 1] : name->safe;
        }
        snprintf(file_path, sizeof file_path, "%s%s", path, slot_suffixes[slot]);
        if (number < 0) {
            unlink(file_path);
            continue;
        }
        const disk_file *file = &disk->files[number];
        content.size = 0;
        put(&content, 0, file->safe.bytes, file->safe.size);
        lose(&content, disk, file, loss, &random);
        is_written = write_file(file_path, &content) && is_written;
    }
    free(content.bytes);
    return is_written;
}

// MARK: Recovery

/// FNV-1a over words.
static uint64_t hash_file(const char *path, uint64_t hash) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return hash;
    static _Thread_local uint64_t words[8192];
    ssize_t count;
    while ((count = read(descriptor, words, sizeof words)) > 0) {
        memset((uint8_t *)words + count, 0, sizeof words - (size_t)count);
        for (ssize_t index = 0; index * 8 < count; index++) {
            hash = (hash ^ words[index]) * 0x100000001B3u;
            hash ^= hash >> 29;
        }
    }
    close(descriptor);
    return hash;
}

uint64_t crash_disk_recover(const char *path) {
    sqlite3 *database = NULL;
    int code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, "unix");
    if (code == SQLITE_OK)
        code = sqlite3_exec(
            database, "PRAGMA synchronous = OFF; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL,
            NULL);
    int closing = sqlite3_close(database);
    uint64_t hash = hash_file(path, 0xCBF29CE484222325u);
    if (code == SQLITE_OK && closing == SQLITE_OK) return hash;
    char log[4096];
    snprintf(log, sizeof log, "%s-wal", path);
    return hash_file(log, ~hash);
}
