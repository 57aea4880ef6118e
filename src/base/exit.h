/* exit.h - a function that runs when the process exits, before the exit handlers of libraries.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_EXIT_H
#define WR_EXIT_H

/* Set the function.  It may be called several times, also after other exit handlers. */
void wr_exit_set(void (*fn)(void));

/* Libraries may have been loaded since the last call: let the function run before their exit
 * handlers, which are called in reverse order of registration.  Takes about a microsecond. */
void wr_exit_renew(void);

#endif
