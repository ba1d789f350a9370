#ifndef CINI_SHIM_H
#define CINI_SHIM_H

#include <ini.h>

#endif
