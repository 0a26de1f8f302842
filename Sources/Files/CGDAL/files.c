// Files that are open, under names of their own, for a process that can open no more.
//
// The library reads every file through its virtual file system; one more of these, "/vsiambit/", has
// nothing but what was offered. A name that a file speaks of, such as that of another file, leads nowhere.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CGDAL.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

// GDAL's VSIFilesystemPluginCallbacksStruct, which the library makes and which grows at its end alone
// (cpl_vsi.h).
struct ambit_callbacks {
    void *user_data;
    int (*stat)(void *, const char *, struct stat *, int);
    void *unlink, *rename, *mkdir, *rmdir;
    char **(*read_dir)(void *, const char *, int);
    void *(*open)(void *, const char *, const char *);
    uint64_t (*tell)(void *);
    int (*seek)(void *, uint64_t, int);
    size_t (*read)(void *, void *, size_t, size_t);
    void *read_multi_range, *get_range_status;
    int (*eof)(void *);
    void *write, *flush, *truncate;
    int (*close)(void *);
};

struct ambit_callbacks *VSIAllocFilesystemPluginCallbacksStruct(void);
int VSIInstallPluginHandler(const char *, const struct ambit_callbacks *);
char **CSLAddString(char **, const char *);

struct offered {
    char *name;
    int descriptor;
    int forgets_log;
    uint64_t length;
};

static struct offered *files;
static size_t file_count;

// One reading of a file, with what was read ahead of it.
struct handle {
    const struct offered *file;
    uint64_t position;
    int is_at_end;
    uint64_t ahead_start;
    size_t ahead_count;
    unsigned char ahead[1 << 14];
};

int ambit_gdal_offer(const char *name, int descriptor, int forgets_log) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return errno;
    struct offered *more = realloc(files, (file_count + 1) * sizeof(*files));
    if (!more) return ENOMEM;
    files = more;
    char *copy = strdup(name);
    if (!copy) return ENOMEM;
    files[file_count++] = (struct offered){copy, descriptor, forgets_log, (uint64_t)status.st_size};
    return 0;
}

// A name without the folder, which the library takes off itself before it asks for a file, and may not
// before it lists a folder.
static const char *inner(const char *path) {
    size_t length = strlen(AMBIT_GDAL_FOLDER);
    if (strncmp(path, AMBIT_GDAL_FOLDER, length) == 0) return path + length;
    return path;
}

static const struct offered *found(const char *path) {
    const char *name = inner(path);
    for (size_t index = 0; index < file_count; index++)
        if (strcmp(files[index].name, name) == 0) return &files[index];
    for (size_t index = 0; index < file_count; index++)
        if (strcasecmp(files[index].name, name) == 0) return &files[index];
    return 0;
}

// How much of a file's name is that of a folder, its slash included; 0 where the file lies elsewhere.
static size_t within(const char *folder, const struct offered *file) {
    size_t length = strlen(folder);
    while (length > 0 && folder[length - 1] == '/') length--;
    if (length == 0) return 0;
    return strncasecmp(file->name, folder, length) == 0 && file->name[length] == '/' ? length + 1 : 0;
}

static int get_status(void *unused, const char *path, struct stat *status, int flags) {
    (void)unused;
    (void)flags;
    memset(status, 0, sizeof(*status));
    const struct offered *file = found(path);
    if (file) {
        status->st_mode = S_IFREG | 0400;
        status->st_size = (off_t)file->length;
        return 0;
    }
    const char *name = inner(path);
    for (size_t index = 0; index < file_count; index++) {
        if (*name && !within(name, &files[index])) continue;
        status->st_mode = S_IFDIR | 0500;
        return 0;
    }
    return -1;
}

static char **list(void *unused, const char *path, int most) {
    (void)unused;
    const char *name = inner(path);
    char **names = 0;
    int count = 0;
    for (size_t index = 0; index < file_count; index++) {
        if (most > 0 && count > most) break;
        const char *file = files[index].name;
        if (*name) {
            size_t start = within(name, &files[index]);
            if (!start) continue;
            file += start;
        }
        if (strchr(file, '/')) continue;
        names = CSLAddString(names, file);
        count++;
    }
    return names;
}

static void *open_file(void *unused, const char *path, const char *access) {
    (void)unused;
    const struct offered *file = found(path);
    if (!file || strpbrk(access, "wa+")) {
        errno = file ? EACCES : ENOENT;
        return 0;
    }
    struct handle *handle = calloc(1, sizeof(*handle));
    if (handle) handle->file = file;
    return handle;
}

static uint64_t tell(void *opened) { return ((struct handle *)opened)->position; }

static int seek(void *opened, uint64_t offset, int whence) {
    struct handle *handle = opened;
    if (whence == SEEK_CUR) offset += handle->position;
    if (whence == SEEK_END) offset += handle->file->length;
    // Behind the end there is nothing, and no system call takes such a place.
    if (offset > INT64_MAX) return -1;
    handle->position = offset;
    handle->is_at_end = 0;
    return 0;
}

// So many bytes as there are from a position on.
static size_t read_at(const struct offered *file, uint64_t position, unsigned char *to, size_t count) {
    size_t done = 0;
    while (done < count) {
        ssize_t got = pread(file->descriptor, to + done, count - done, (off_t)(position + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += (size_t)got;
    }
    if (file->forgets_log)
        for (uint64_t place = 18; place < 20; place++)
            // The versions of the file format: 2 is with a write-ahead log (SQLite, "Database File
            // Format", 1.3.3).
            if (place >= position && place < position + done && to[place - position] == 2)
                to[place - position] = 1;
    return done;
}

static size_t read_file(void *opened, void *to, size_t size, size_t count) {
    struct handle *handle = opened;
    size_t wanted;
    if (size == 0 || count == 0) return 0;
    if (__builtin_mul_overflow(size, count, &wanted)) return 0;
    size_t done = 0;
    if (handle->position >= handle->file->length) {
        handle->is_at_end = 1;
        return 0;
    }
    while (done < wanted) {
        uint64_t position = handle->position + done;
        uint64_t start = handle->ahead_start;
        if (position >= start && position < start + handle->ahead_count) {
            size_t offset = (size_t)(position - start);
            size_t part = handle->ahead_count - offset;
            if (part > wanted - done) part = wanted - done;
            memcpy((unsigned char *)to + done, handle->ahead + offset, part);
            done += part;
            continue;
        }
        if (wanted - done >= sizeof(handle->ahead)) {
            size_t got = read_at(handle->file, position, (unsigned char *)to + done, wanted - done);
            done += got;
            break;
        }
        handle->ahead_start = position;
        handle->ahead_count = read_at(handle->file, position, handle->ahead, sizeof(handle->ahead));
        if (handle->ahead_count == 0) break;
    }
    handle->position += done;
    if (done < wanted) handle->is_at_end = 1;
    return done / size;
}

static int is_at_end(void *opened) { return ((struct handle *)opened)->is_at_end; }

static int close_file(void *opened) {
    free(opened);
    return 0;
}

int ambit_gdal_offer_end(void) {
    struct ambit_callbacks *callbacks = VSIAllocFilesystemPluginCallbacksStruct();
    if (!callbacks) return ENOMEM;
    callbacks->stat = get_status;
    callbacks->read_dir = list;
    callbacks->open = open_file;
    callbacks->tell = tell;
    callbacks->seek = seek;
    callbacks->read = read_file;
    callbacks->eof = is_at_end;
    callbacks->close = close_file;
    return VSIInstallPluginHandler(AMBIT_GDAL_FOLDER, callbacks) == 0 ? 0 : EINVAL;
}
