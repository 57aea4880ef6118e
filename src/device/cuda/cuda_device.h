/* cuda_device.h - which CUDA devices there are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_DEVICE_H
#define WR_CUDA_DEVICE_H

#include <stdbool.h>

#include "base/base.h"

/* The maximum number of CUDA devices. */
enum { WR_CUDA_DEVICES = 8 };

/* How many there are, by the driver and WEIR_CUDA_DEVICES.  The first call loads the driver. */
int wr_cuda_count(void);

/* Why there are none, if so. */
const char *wr_cuda_why(void);

/* The driver's number of the device with this index, which must exist. */
int wr_cuda_ordinal(int index);

/* The first device with this number of the driver, or -1. */
int wr_cuda_find_ordinal(int ordinal);

/* Is this a child of a process that had loaded the driver?  Then nothing of the driver works. */
bool wr_cuda_is_forked(void);

/* Events for memory of other libraries, by the index of a card.  wr_cuda_event_take returns NULL if
 * there is none.  wr_cuda_event_behind returns one behind what other libraries have made our stream
 * wait for (weir_cuda_stream), or NULL if no library has asked for that stream.  An event may be given back
 * once streams have been made to wait for it. */
void *wr_cuda_event_take(int index);
void *wr_cuda_event_behind(int index);
void wr_cuda_event_give(int index, void *event);

/* Make a stream of another library wait for an event.  1 and 2 are the default streams. */
weir_status wr_cuda_stream_follow(int index, uint64_t stream, void *event);

#endif
