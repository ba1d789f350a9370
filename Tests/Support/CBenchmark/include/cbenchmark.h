#ifndef CBENCHMARK_H
#define CBENCHMARK_H

#include <stddef.h>
#include <stdint.h>

/* Plain loops to measure the Swift ones against. Places are pairs of latitude and longitude. */
size_t c_polyline_encode(const double *places, size_t count, double factor, uint8_t *out);
size_t c_polyline_decode(const uint8_t *text, size_t count, double factor, double *out);

#endif
