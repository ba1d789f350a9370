#ifndef CGPS_SHIM_H
#define CGPS_SHIM_H

#include <gps.h>
#include <stdlib.h>
#include <string.h>

/* The layout of gps_data_t changes with every API version, so Swift only sees this: what one line
 * of gpsd's JSON said. Numbers that were not said are NaN. Written for API 11 (3.22) to 16. */
#if GPSD_API_MAJOR_VERSION < 11 || GPSD_API_MAJOR_VERSION > 16
#error "this version of libgps is not known: check struct gps_data_t against rund_gps_unpack"
#endif

enum rund_gps_kind {
    RUND_GPS_OTHER, RUND_GPS_VERSION, RUND_GPS_DEVICES, RUND_GPS_DEVICE, RUND_GPS_TPV, RUND_GPS_SKY,
    RUND_GPS_ERROR
};

struct rund_gps_report {
    int kind;
    int mode;
    int has_time;
    long long seconds; /* since 1970 */
    long nanoseconds;
    double latitude, longitude, altitude, eph, epx, epy, speed, track, eps;
    double hdop;
    int satellites_used, satellites_visible;
    int devices;
    char device[256];
};

static inline struct gps_data_t *rund_gps_new(void) { return calloc(1, sizeof(struct gps_data_t)); }

static inline void rund_gps_free(struct gps_data_t *data) { free(data); }

/* Unpacks one line without its newline. `line` must be writable and end with a NUL. */
static inline int rund_gps_unpack(
    struct gps_data_t *data, char *line, struct rund_gps_report *report) {
    memset(report, 0, sizeof *report);
    /* Bits of earlier lines stay set otherwise, and make an old fix look new. */
    data->set = 0;
    data->fix.mode = 0;
    if (gps_unpack(line, data) != 0) return -1;
    if (data->set & MODE_SET) {
        report->kind = RUND_GPS_TPV;
        report->mode = data->fix.mode;
        report->has_time = (data->set & TIME_SET) != 0 && data->fix.time.tv_sec > 0;
        report->seconds = (long long) data->fix.time.tv_sec;
        report->nanoseconds = (long) data->fix.time.tv_nsec;
        report->latitude = data->fix.latitude;
        report->longitude = data->fix.longitude;
        report->altitude = data->fix.altMSL;
        report->eph = data->fix.eph;
        report->epx = data->fix.epx;
        report->epy = data->fix.epy;
        report->speed = data->fix.speed;
        report->track = data->fix.track;
        report->eps = data->fix.eps;
    } else if (data->set & (SATELLITE_SET | DOP_SET)) {
        report->kind = RUND_GPS_SKY;
        report->hdop = data->dop.hdop;
        report->satellites_used = data->satellites_used;
        report->satellites_visible = data->satellites_visible;
    } else if (data->set & DEVICELIST_SET) {
        report->kind = RUND_GPS_DEVICES;
        report->devices = data->devices.ndevices;
    } else if (data->set & DEVICE_SET) {
        report->kind = RUND_GPS_DEVICE;
        report->devices = data->dev.activated.tv_sec > 0;
    } else if (data->set & VERSION_SET) {
        report->kind = RUND_GPS_VERSION;
        strncpy(report->device, data->version.release, sizeof report->device - 1);
        return 0;
    } else if (data->set & ERROR_SET) {
        report->kind = RUND_GPS_ERROR;
        strncpy(report->device, data->error, sizeof report->device - 1);
        return 0;
    }
    if (report->kind != RUND_GPS_OTHER)
        strncpy(report->device, data->dev.path, sizeof report->device - 1);
    return 0;
}

#endif
