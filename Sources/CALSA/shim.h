#ifndef CALSA_SHIM_H
#define CALSA_SHIM_H

#include <alsa/asoundlib.h>

/* A variadic callback cannot be written in Swift. */
static void rund_alsa_ignore(
    const char *file, int line, const char *function, int code, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)code, (void)format;
}

/* The library would print every failed attempt; the sentinel says itself what came of them. */
static inline void rund_alsa_be_quiet(void) { snd_lib_error_set_handler(rund_alsa_ignore); }

#endif
