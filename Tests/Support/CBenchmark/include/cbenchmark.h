#ifndef CBENCHMARK_H
#define CBENCHMARK_H

#include <stddef.h>
#include <stdint.h>

/* Plain loops to measure the Swift ones against. Places are pairs of latitude and longitude. The
   result is the caller's to free; its length is in bytes, or in places. */
uint8_t *c_polyline_encode(const double *places, size_t count, double factor, size_t *length);
double *c_polyline_decode(const uint8_t *text, size_t count, double factor, size_t *length);

#endif
