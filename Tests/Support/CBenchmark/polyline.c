#include "cbenchmark.h"

#include <stdlib.h>

static inline int64_t nearest(double value) {
    return (int64_t)(value < 0 ? value - 0.5 : value + 0.5);
}

static inline uint8_t *put(uint8_t *out, int64_t difference) {
    uint64_t rest = ((uint64_t)difference << 1) ^ (uint64_t)(difference >> 63);
    while (rest >= 0x20) {
        *out++ = (uint8_t)(((rest & 0x1f) | 0x20) + 63);
        rest >>= 5;
    }
    *out++ = (uint8_t)(rest + 63);
    return out;
}

uint8_t *c_polyline_encode(const double *places, size_t count, double factor, size_t *length) {
    uint8_t *start = malloc(count * 14), *out = start;
    if (!start) return NULL;
    int64_t latitude = 0, longitude = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t y = nearest(places[2 * i] * factor), x = nearest(places[2 * i + 1] * factor);
        out = put(out, y - latitude);
        out = put(out, x - longitude);
        latitude = y;
        longitude = x;
    }
    *length = (size_t)(out - start);
    return start;
}

static inline const uint8_t *get(const uint8_t *text, int64_t *value) {
    uint64_t bits = 0;
    int shift = 0;
    uint8_t part;
    do {
        part = (uint8_t)(*text++ - 63);
        bits |= (uint64_t)(part & 0x1f) << shift;
        shift += 5;
    } while (part >= 0x20);
    *value += (int64_t)(bits >> 1) ^ -(int64_t)(bits & 1);
    return text;
}

double *c_polyline_decode(const uint8_t *text, size_t count, double factor, size_t *length) {
    size_t numbers = 0;
    for (size_t i = 0; i < count; i++) numbers += text[i] < 95;
    double *out = malloc(numbers * sizeof(double));
    if (!out) return NULL;
    const uint8_t *end = text + count;
    int64_t latitude = 0, longitude = 0;
    size_t places = 0;
    while (text < end) {
        text = get(text, &latitude);
        text = get(text, &longitude);
        out[2 * places] = (double)latitude / factor;
        out[2 * places + 1] = (double)longitude / factor;
        places++;
    }
    *length = places;
    return out;
}
