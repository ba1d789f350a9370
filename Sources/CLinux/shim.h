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

#endif
