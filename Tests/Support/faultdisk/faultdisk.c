/* A preloaded library that makes a disk fail for a program under test.
 *
 * Files whose path begins with FAULTDISK_PREFIX answer as the file FAULTDISK_CONTROL says at that
 * moment, in words: "OPERATION ERRNO MILLISECONDS", where the operation is write or sync (or none),
 * the call fails if ERRNO is not 0, and it takes that long before.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/aio_abi.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static int concerns(int file) {
    const char *prefix = getenv("FAULTDISK_PREFIX");
    char link[64], path[4096];
    ssize_t length;
    if (!prefix) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strncmp(path, prefix, strlen(prefix)) == 0;
}

static void sleep_for(int milliseconds) {
    struct timespec delay = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&delay, NULL);
}

/* The error that the operation is to fail with, or 0, and how long it is to take. */
static int wish(const char *operation, int file, int *milliseconds) {
    const char *control = getenv("FAULTDISK_CONTROL");
    char wanted[16] = "";
    *milliseconds = 0;
    int error = 0, fields;
    FILE *stream;
    if (!control || !concerns(file)) return 0;
    stream = fopen(control, "re");
    if (!stream) return 0;
    fields = fscanf(stream, "%15s %d %d", wanted, &error, milliseconds);
    fclose(stream);
    if (fields < 2 || strcmp(wanted, operation) != 0) {
        *milliseconds = 0;
        return 0;
    }
    return error;
}

/* The same after the time that it takes. */
static int fault(const char *operation, int file) {
    int milliseconds = 0;
    int error = wish(operation, file, &milliseconds);
    if (milliseconds > 0) sleep_for(milliseconds);
    return error;
}

#define NEXT(type, name, parameters) \
    static type (*next) parameters; \
    if (!next) *(void **)&next = dlsym(RTLD_NEXT, name)

#define FAIL(operation, file) \
    do { \
        int error = fault(operation, file); \
        if (error) { errno = error; return -1; } \
    } while (0)

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    NEXT(ssize_t, "pwrite64", (int, const void *, size_t, off64_t));
    FAIL("write", file);
    return next(file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(ssize_t, "pwrite", (int, const void *, size_t, off_t));
    FAIL("write", file);
    return next(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(ssize_t, "write", (int, const void *, size_t));
    FAIL("write", file);
    return next(file, bytes, count);
}

int fsync(int file) {
    NEXT(int, "fsync", (int));
    FAIL("sync", file);
    return next(file);
}

int fdatasync(int file) {
    NEXT(int, "fdatasync", (int));
    FAIL("sync", file);
    return next(file);
}

static long long milliseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* A sync that the kernel does beside the program: its result is held back for as long as it is to
 * take. One context is enough for the programs under test. */
long syscall(long number, ...) {
    static long long done_at;
    long a[6];
    va_list arguments;
    int i, milliseconds = 0, error;
    NEXT(long, "syscall", (long, ...));
    va_start(arguments, number);
    for (i = 0; i < 6; i++) a[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_io_submit && a[1] == 1) {
        struct iocb **requests = (struct iocb **)a[2];
        error = wish("sync", (int)requests[0]->aio_fildes, &milliseconds);
        if (error) { errno = error; return -1; }
        done_at = milliseconds_now() + milliseconds;
    }
    if (number == SYS_io_getevents && done_at > milliseconds_now()) {
        if (a[1] == 0) return 0;
        sleep_for((int)(done_at - milliseconds_now()));
    }
    return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
