#ifndef CMosquitto_SHIM_H
#define CMosquitto_SHIM_H

#include <mosquitto.h>

#endif
