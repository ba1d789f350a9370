#ifndef CLinux_SHIM_H
#define CLinux_SHIM_H

#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/inotify.h>
#include <sys/un.h>
#include <sys/socket.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <spawn.h>
#include <sched.h>
#include <time.h>
#include <linux/aio_abi.h>
#include <string.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <fcntl.h>

// ioctl is variadic, which Swift cannot call.
static inline int rund_window_size(int terminal, unsigned *rows, unsigned *columns) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return -1;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return 0;
}

/* struct ucred is hidden without _GNU_SOURCE, which an importer cannot define. */
static inline int rund_peer(int descriptor, int *process, unsigned *user, unsigned *group) {
    struct { int process; unsigned user, group; } peer;
    socklen_t size = sizeof peer;
    if (getsockopt(descriptor, SOL_SOCKET, 17 /* SO_PEERCRED */, &peer, &size) != 0) return -1;
    *process = peer.process;
    *user = peer.user;
    *group = peer.group;
    return 0;
}

/* Hidden without _GNU_SOURCE; glibc has it since 2.34. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/* memfd_create is hidden without _GNU_SOURCE. */
static inline int rund_memfd(const char *name) {
    return (int)syscall(SYS_memfd_create, name, 1 /* MFD_CLOEXEC */ | 2 /* MFD_ALLOW_SEALING */);
}

/* fcntl is variadic, which Swift does not call. */
static inline int rund_add_seals(int descriptor, int seals) {
    return fcntl(descriptor, 1033 /* F_ADD_SEALS */, seals);
}

static inline int rund_seals(int descriptor) { return fcntl(descriptor, 1034 /* F_GET_SEALS */); }

/* The CMSG_ macros do not exist in Swift. `attached` -1 sends the bytes alone. */
static inline ssize_t rund_send(int socket, const void *bytes, size_t count, int attached) {
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    struct iovec part = { (void *)bytes, count };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
    if (attached >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &attached, sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* `attached` is set to the descriptor that came with the bytes, or to -1. */
static inline ssize_t rund_receive(int socket, void *bytes, size_t count, int *attached) {
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    struct iovec part = { bytes, count };
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1,
        .msg_control = &control, .msg_controllen = sizeof control,
    };
    *attached = -1;
    ssize_t result = recvmsg(socket, &message, MSG_DONTWAIT | 0x40000000 /* MSG_CMSG_CLOEXEC */);
    if (result < 0) return result;
    for (struct cmsghdr *h = CMSG_FIRSTHDR(&message); h; h = CMSG_NXTHDR(&message, h)) {
        if (h->cmsg_level == SOL_SOCKET && h->cmsg_type == SCM_RIGHTS)
            memcpy(attached, CMSG_DATA(h), sizeof(int));
    }
    return result;
}

/* Asynchronous fdatasync (io_submit(2), Linux 4.18): glibc has no wrappers for these calls. */
static inline long rund_aio_setup(unsigned long *context) {
    return syscall(SYS_io_setup, 1L, context);
}

static inline long rund_aio_sync(unsigned long context, int file) {
    struct iocb request = { .aio_fildes = (unsigned)file, .aio_lio_opcode = IOCB_CMD_FDSYNC };
    struct iocb *requests[1] = { &request };
    return syscall(SYS_io_submit, context, 1L, requests);
}

/* 1 and the call's result, 0 if it is not there yet, or -1. */
static inline long rund_aio_result(unsigned long context, int waiting, long long *result) {
    struct io_event event = { 0 };
    struct timespec now = { 0, 0 };
    long count = syscall(
        SYS_io_getevents, context, (long)waiting, 1L, &event, waiting ? (struct timespec *)0 : &now);
    if (count == 1) *result = event.res;
    return count;
}

static inline void rund_aio_destroy(unsigned long context) { syscall(SYS_io_destroy, context); }

#endif
