// Nothing to call: alsa-lib loads this library by name and finds its entry by symbol.
#ifndef RTSINK_H
#define RTSINK_H
#endif
