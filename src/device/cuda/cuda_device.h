/* cuda_device.h - which CUDA devices there are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_DEVICE_H
#define WR_CUDA_DEVICE_H

/* The maximum number of CUDA devices. */
enum { WR_CUDA_DEVICES = 8 };

/* How many there are, by the driver and WEIR_CUDA_DEVICES.  The first call loads the driver. */
int wr_cuda_count(void);

/* Why there are none, if so. */
const char *wr_cuda_why(void);

#endif
