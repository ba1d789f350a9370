// An ALSA playback device for tests: it plays at the pace of a real one, keeps every frame that
// it accepted in a file, writes down what happened and when, and breaks on request.
//
//   pcm.NAME { type rtsink  file "CAPTURE"  log "EVENTS"  control "FAULTS" }
//
// The faults are read anew whenever the device is opened, one a line:
//
//   open_error ERRNO        opening fails
//   error_at FRAME ERRNO    one transfer fails
//   suspend_at FRAME        the device is suspended once
//   unplug_at FRAME         the device is gone from there on
//   stall_at FRAME          the clock of the device stops there
//   again_at FRAME          every transfer from there on says EAGAIN
//   stuck_drain 1           draining never ends
//   stuck_open 1            opening never returns
//   stuck_at FRAME          the transfer that comes so far never returns
//   stuck_close 1           closing never returns
//   short_writes FRAMES     a transfer takes so many frames at most
//   speed FACTOR            how much faster than real time it plays
//   buffer FRAMES           the smallest buffer it offers
//   rate HZ / channels N / format NAME   the only one it takes

#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

typedef long long frames;

struct faults {
    int open_error, transfer_error, stuck_drain, stuck_open, stuck_close;
    frames stuck_at, error_at, suspend_at, unplug_at, stall_at, again_at, short_writes, buffer;
    double speed;
    unsigned rate, channels;
    snd_pcm_format_t format;
};

struct sink {
    snd_pcm_ioplug_t io;
    struct faults faults;
    int timer, capture;
    FILE *log;
    double started;      // when the clock of the device began to run; 0 while it stands
    frames before;       // frames played until the last stop
    frames written;      // frames accepted since the last stop
    frames total;        // frames accepted since it was opened
    snd_pcm_sframes_t position;
    int failed_once, suspended_once, gone;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void note(struct sink *sink, const char *event, frames value)
{
    if (!sink->log)
        return;
    fprintf(sink->log, "%.6f %d %s %lld\n", now(), getpid(), event, value);
    fflush(sink->log);
}

static void read_faults(struct faults *faults, const char *path)
{
    *faults = (struct faults){
        .stuck_at = -1, .error_at = -1, .suspend_at = -1, .unplug_at = -1, .stall_at = -1, .again_at = -1,
        .speed = 1, .format = SND_PCM_FORMAT_UNKNOWN};
    FILE *file = path ? fopen(path, "re") : NULL;
    if (!file)
        return;
    char line[128], key[32], text[32];
    while (fgets(line, sizeof line, file)) {
        int extra = EIO;
        if (sscanf(line, "%31s %31s %d", key, text, &extra) < 2)
            continue;
        double value = atof(text);
        if (!strcmp(key, "open_error")) faults->open_error = value;
        else if (!strcmp(key, "error_at")) faults->error_at = value, faults->transfer_error = extra;
        else if (!strcmp(key, "suspend_at")) faults->suspend_at = value;
        else if (!strcmp(key, "unplug_at")) faults->unplug_at = value;
        else if (!strcmp(key, "stall_at")) faults->stall_at = value;
        else if (!strcmp(key, "again_at")) faults->again_at = value;
        else if (!strcmp(key, "stuck_drain")) faults->stuck_drain = value;
        else if (!strcmp(key, "stuck_open")) faults->stuck_open = value;
        else if (!strcmp(key, "stuck_at")) faults->stuck_at = value;
        else if (!strcmp(key, "stuck_close")) faults->stuck_close = value;
        else if (!strcmp(key, "short_writes")) faults->short_writes = value;
        else if (!strcmp(key, "speed")) faults->speed = value;
        else if (!strcmp(key, "buffer")) faults->buffer = value;
        else if (!strcmp(key, "rate")) faults->rate = value;
        else if (!strcmp(key, "channels")) faults->channels = value;
        else if (!strcmp(key, "format")) faults->format = snd_pcm_format_value(text);
    }
    fclose(file);
}

// Frames that the clock of the device has passed since it started.
static frames passed(struct sink *sink)
{
    if (sink->started == 0)
        return 0;
    frames count = (now() - sink->started) * sink->io.rate * sink->faults.speed;
    frames stall = sink->faults.stall_at;
    if (stall >= 0 && sink->before + count > stall)
        count = stall > sink->before ? stall - sink->before : 0;
    return count;
}

static int set_timer(struct sink *sink, long nanoseconds)
{
    struct timespec period = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    struct itimerspec setting = {period, period};
    return timerfd_settime(sink->timer, 0, &setting, NULL) < 0 ? -errno : 0;
}

static int start(snd_pcm_ioplug_t *io)
{
    struct sink *sink = io->private_data;
    sink->started = now();
    note(sink, "rate", sink->io.rate);
    note(sink, "channels", sink->io.channels);
    note(sink, "start", sink->total);
    long half_period = 1e9 * io->period_size / io->rate / 2 / sink->faults.speed;
    return set_timer(sink, half_period < 1000000 ? 1000000 : half_period);
}

static int stop(snd_pcm_ioplug_t *io)
{
    struct sink *sink = io->private_data;
    frames played = passed(sink);
    if (played > sink->written)
        played = sink->written;
    sink->before += played;
    note(sink, "stop", sink->before);
    sink->written = 0;
    sink->started = 0;
    return set_timer(sink, 0);
}

static int broken_state(struct sink *sink)
{
    frames place = sink->before + passed(sink);
    if (sink->faults.unplug_at >= 0 && place >= sink->faults.unplug_at) {
        if (!sink->gone)
            note(sink, "unplugged", place);
        sink->gone = 1;
        snd_pcm_ioplug_set_state(&sink->io, SND_PCM_STATE_DISCONNECTED);
        return -ENODEV;
    }
    if (sink->faults.suspend_at >= 0 && place >= sink->faults.suspend_at
        && !sink->suspended_once) {
        sink->suspended_once = 1;
        note(sink, "suspended", place);
        snd_pcm_ioplug_set_state(&sink->io, SND_PCM_STATE_SUSPENDED);
        return -ESTRPIPE;
    }
    return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io)
{
    struct sink *sink = io->private_data;
    if (broken_state(sink))
        return sink->position;  // frozen: the caller learns the state by itself
    frames played = passed(sink);
    if (played > sink->written) {
        if (io->state == SND_PCM_STATE_RUNNING) {
            note(sink, "xrun", sink->before + sink->written);
            return -EPIPE;
        }
        played = sink->written;
    }
    return sink->position = played % io->buffer_size;
}

// What a driver does whose hardware never answers.
static void never_return(struct sink *sink)
{
    note(sink, "stuck", sink->total);
    for (;;)
        pause();
}

static int broken_transfer(struct sink *sink)
{
    if (sink->faults.stuck_at >= 0 && sink->total >= sink->faults.stuck_at)
        never_return(sink);
    int error = broken_state(sink);
    if (error)
        return error;
    if (sink->faults.again_at >= 0 && sink->total >= sink->faults.again_at)
        return -EAGAIN;
    if (sink->faults.error_at >= 0 && sink->total >= sink->faults.error_at
        && !sink->failed_once) {
        sink->failed_once = 1;
        note(sink, "failed", sink->total);
        if (sink->faults.transfer_error == EPIPE)
            snd_pcm_ioplug_set_state(&sink->io, SND_PCM_STATE_XRUN);
        return -sink->faults.transfer_error;
    }
    return 0;
}

static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset,
    snd_pcm_uframes_t size)
{
    struct sink *sink = io->private_data;
    int error = broken_transfer(sink);
    if (error)
        return error;
    if (sink->faults.short_writes > 0 && size > (snd_pcm_uframes_t)sink->faults.short_writes)
        size = sink->faults.short_writes;
    size_t frame = snd_pcm_format_physical_width(io->format) / 8 * io->channels;
    const char *first = (const char *)areas->addr + areas->first / 8 + offset * (areas->step / 8);
    if (sink->capture >= 0 && write(sink->capture, first, size * frame) < 0)
        return -errno;
    if (sink->total == 0)
        note(sink, "first", size);
    sink->written += size;
    sink->total += size;
    return size;
}

static int drain(snd_pcm_ioplug_t *io)
{
    struct sink *sink = io->private_data;
    if (sink->started == 0 && sink->written > 0)
        start(io);
    while (sink->faults.stuck_drain || (sink->started != 0 && passed(sink) < sink->written)) {
        int error = broken_state(sink);
        if (error)
            return error;
        if (io->nonblock)
            return -EAGAIN;
        usleep(2000);
    }
    note(sink, "drained", sink->before + sink->written);
    return 0;
}

static int prepare(snd_pcm_ioplug_t *io)
{
    struct sink *sink = io->private_data;
    if (sink->gone)
        return -ENODEV;
    frames played = passed(sink);
    sink->before += played < sink->written ? played : sink->written;
    sink->written = 0;
    sink->started = 0;
    sink->position = 0;
    return 0;
}

static int resume(snd_pcm_ioplug_t *io)
{
    note(io->private_data, "resumed", 0);
    snd_pcm_ioplug_set_state(io, SND_PCM_STATE_XRUN);
    return 0;
}

static int events(
    snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned count, unsigned short *result)
{
    struct sink *sink = io->private_data;
    unsigned long long expirations;
    (void)count;
    if (read(sink->timer, &expirations, sizeof expirations) < 0) { /* none yet */ }
    *result = descriptors->revents & POLLIN ? POLLOUT : 0;
    if (io->state != SND_PCM_STATE_RUNNING && io->state != SND_PCM_STATE_PREPARED
        && io->state != SND_PCM_STATE_DRAINING)
        *result |= POLLERR;
    return 0;
}

static int finish(snd_pcm_ioplug_t *io)
{
    struct sink *sink = io->private_data;
    note(sink, "close", sink->total);
    if (sink->faults.stuck_close)
        never_return(sink);
    if (sink->log)
        fclose(sink->log);
    if (sink->capture >= 0)
        close(sink->capture);
    close(sink->timer);
    free(sink);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start, .stop = stop, .pointer = pointer, .transfer = transfer, .close = finish,
    .drain = drain, .prepare = prepare, .resume = resume, .poll_revents = events};

static int offer(struct sink *sink)
{
    snd_pcm_ioplug_t *io = &sink->io;
    struct faults *faults = &sink->faults;
    unsigned accesses[] = {SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED};
    unsigned formats[] = {
        SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_S32_LE, SND_PCM_FORMAT_S24_LE,
        SND_PCM_FORMAT_FLOAT_LE, SND_PCM_FORMAT_U8};
    unsigned only = faults->format;
    int one = faults->format != SND_PCM_FORMAT_UNKNOWN;
    unsigned rate = faults->rate, channels = faults->channels;
    snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, accesses);
    snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, one ? 1 : 5, one ? &only : formats);
    snd_pcm_ioplug_set_param_minmax(
        io, SND_PCM_IOPLUG_HW_CHANNELS, channels ? channels : 1, channels ? channels : 2);
    snd_pcm_ioplug_set_param_minmax(
        io, SND_PCM_IOPLUG_HW_RATE, rate ? rate : 8000, rate ? rate : 192000);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 256, 1 << 20);
    if (faults->buffer > 0)
        snd_pcm_ioplug_set_param_minmax(
            io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, faults->buffer * 2, 1 << 24);
    return snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
}

static const char *text_of(snd_config_t *configuration, const char *key)
{
    snd_config_t *entry;
    const char *text = NULL;
    if (snd_config_search(configuration, key, &entry) >= 0)
        snd_config_get_string(entry, &text);
    return text;
}

SND_PCM_PLUGIN_DEFINE_FUNC(rtsink)
{
    (void)root;
    if (stream != SND_PCM_STREAM_PLAYBACK)
        return -EINVAL;
    struct sink *sink = calloc(1, sizeof *sink);
    if (!sink)
        return -ENOMEM;
    read_faults(&sink->faults, text_of(conf, "control"));
    const char *log = text_of(conf, "log"), *file = text_of(conf, "file");
    sink->log = log ? fopen(log, "ae") : NULL;
    if (sink->faults.open_error) {
        int error = -sink->faults.open_error;
        note(sink, "refused", -error);
        if (sink->log)
            fclose(sink->log);
        free(sink);
        return error;
    }
    note(sink, "open", 0);
    if (sink->faults.stuck_open)
        never_return(sink);
    sink->capture = file ? open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    sink->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    sink->io = (snd_pcm_ioplug_t){
        .version = SND_PCM_IOPLUG_VERSION, .name = "real-time sink for tests",
        .callback = &callbacks, .private_data = sink, .poll_fd = sink->timer,
        .poll_events = POLLIN, .mmap_rw = 0};
    int error = snd_pcm_ioplug_create(&sink->io, name, stream, mode);
    if (error < 0)
        return error;
    error = offer(sink);
    if (error < 0) {
        snd_pcm_ioplug_delete(&sink->io);
        return error;
    }
    *pcmp = sink->io.pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(rtsink);
