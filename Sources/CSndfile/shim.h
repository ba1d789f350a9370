#ifndef CSndfile_SHIM_H
#define CSndfile_SHIM_H

#include <sndfile.h>

#endif
