#ifndef CSystemd_SHIM_H
#define CSystemd_SHIM_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-event.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-journal.h>

/* sd_journal_send and sd_bus_message_read are variadic, which Swift cannot call. */

static inline int rund_journal_print(int priority, const char *text) {
    return sd_journal_print(priority, "%s", text);
}

#endif
