/* engine.h - the engine: includes all of its headers.
 *
 * docs/design/engine.md explains the design; the headers declare its data structures.  Each header
 * belongs to the .c file of the same name, except for six that have none.  In reading order:
 *
 *   task.h              a task, its accesses, its states; lists of tasks
 *   variable.h          a variable: the list of its unfinished accesses, its failure, its memory
 *   submission.h        the submission queue in which one thread issues tasks, and its chunks
 *   runtime_state.h     struct weir_runtime, grouped by owner
 *   thread_state.h      the thread-local variables
 *   scheduler.h         acquiring the scheduler; draining queues, collecting finished tasks
 *   task_batch.h        a batch of drained tasks, and passes over it
 *   dependencies.h      linking and retiring tasks; decides when each may run
 *   memory_space.h      one memory, the host's or a device's: level, budget, held tasks
 *   memory_admission.h  which tasks may allocate now
 *   task_chains.h       chains of tasks, and which tasks are admitted early
 *   in_call.h           results that are computed inside their call, without a task
 *   time_average.h      an average of durations
 *   outside_memory.h    a bound on host data that only queued tasks keep alive
 *   ready_queue.h       ready lists by priority, and the ring from which workers take tasks
 *   worker.h            worker threads: slots, sleeping, waking, housekeeping
 *   pinning.h           workers that stay on one CPU each
 *   run_task.h          running one task
 *   fusion.h            groups of tasks that one runner runs together
 *   parallel_for.h      running one task on several workers
 *   share_costs.h       when that is worth it
 *   io.h                I/O threads
 *   device_queue.h      the tasks of devices: positions in a queue, sending, completion
 *   wait.h              waiting, and running tasks meanwhile
 *   notify.h            callbacks and notices
 *   failure.h           failures
 *   cancel.h            dropping queued tasks
 *   serial_engine.h     the serial engine
 *   runtime.h           creating and destroying a runtime
 *   fork.h              runtimes across fork and exit
 *   stats.h             counters
 *   exit_report.h       the report at the end of a runtime
 *   lock_ranks.h        the order of locks
 *   frontend_hooks.h    the hooks of language bindings
 *   garbage.h           asks a binding's garbage collector to release arrays
 *
 * Each field of a shared struct names its owner, the threads that may access it:
 *   const      written before other threads can see it, then only read
 *   issuer     the thread that owns the submission queue
 *   scheduler  the thread that holds the scheduler (weir_runtime.scheduler)
 *   runner     the thread that runs the task, from PUBLISHED to FINISHED
 *   any        any thread; atomic, with a note on what it pairs with
 *   worker     the worker thread itself
 *   under x    any thread that holds the lock x
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_ENGINE_H
#define WR_ENGINE_H

#include "base/alloc.h"
#include "base/base.h"
#include "base/lock.h"
#include "base/futex.h"
#include "base/pool.h"
#include "device/device.h"
#include "engine/memory_admission.h"
#include "engine/memory_space.h"
#include "engine/task_batch.h"
#include "engine/cancel.h"
#include "engine/task_chains.h"
#include "engine/dependencies.h"
#include "engine/device_queue.h"
#include "engine/exit_report.h"
#include "engine/failure.h"
#include "engine/fork.h"
#include "engine/frontend_hooks.h"
#include "engine/fusion.h"
#include "engine/garbage.h"
#include "engine/in_call.h"
#include "engine/io.h"
#include "engine/lock_ranks.h"
#include "engine/notify.h"
#include "engine/outside_memory.h"
#include "engine/parallel_for.h"
#include "engine/pinning.h"
#include "engine/ready_queue.h"
#include "engine/run_task.h"
#include "engine/runtime.h"
#include "engine/runtime_state.h"
#include "engine/scheduler.h"
#include "engine/serial_engine.h"
#include "engine/share_costs.h"
#include "engine/stats.h"
#include "engine/submission.h"
#include "engine/task.h"
#include "engine/thread_state.h"
#include "engine/time_average.h"
#include "engine/variable.h"
#include "engine/wait.h"
#include "engine/worker.h"
#include "trace/flight_recorder.h"
#include "trace/site.h"
#include "trace/wait_profile.h"

#endif
