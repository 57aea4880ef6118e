/* io.h - threads for tasks that block on I/O, and sending tasks to devices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_IO_H
#define WR_IO_H

#include "engine/task.h"

weir_status wr_io_push(weir_runtime *rt, wr_task *t);
void wr_io_hand_over(weir_runtime *rt, wr_list *outbox); /* with the scheduler held */
void wr_io_send(weir_runtime *rt);                       /* without holding the scheduler */
void wr_io_join(weir_runtime *rt);
void wr_io_forget(weir_runtime *rt); /* called in a forked child */

#endif
