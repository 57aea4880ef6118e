/* cuda_report.h - what a failed call says: the message of a report, with its numbers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_REPORT_H
#define WR_CUDA_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "weir/weir.h"

enum {
#define REPORT(name, status, text) WR_REPORT_##name,
#include "device/cuda/reports.def"
#undef REPORT
    WR_REPORT_KINDS
};

enum { WR_REPORT_NUMBERS = 5, WR_REPORT_TEXT = 224, WR_SUBJECT_NDIM = 4 };

/* What the host knows of a call's failures: the shape in which a position is written, and a name. */
typedef struct wr_cuda_subject {
    const char *name; /* a static string, or NULL */
    int32_t ndim;     /* 0: positions are left out */
    int64_t shape[WR_SUBJECT_NDIM];
} wr_cuda_subject;

weir_status wr_cuda_report_status(uint32_t reason);

/* Write the message of a report.  Returns `text`, or NULL if this reason has no message. */
const char *wr_cuda_report_text(char text[WR_REPORT_TEXT], uint32_t reason,
                                const volatile int64_t number[WR_REPORT_NUMBERS],
                                const wr_cuda_subject *about);

#endif
