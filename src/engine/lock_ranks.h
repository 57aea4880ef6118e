/* lock_ranks.h - the ranks of the locks; engine/README.md has the table.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_LOCK_RANKS_H
#define WR_LOCK_RANKS_H

enum wr_rank {
    WR_RANK_DEFAULT = 1,
    WR_RANK_SERIAL,
    WR_RANK_REGISTRY,
    WR_RANK_IDLE,
    WR_RANK_JOB,
    WR_RANK_IO,
    WR_RANK_DEVICE,
    WR_RANK_NOTICE,
    WR_RANK_CHUNK,
    WR_RANK_POOL,
    WR_RANK_WAIT_PROFILE,
    WR_RANK_TRACE,
    /* locks of the layers above the engine */
    WR_RANK_EXTENSION,
    WR_RANK_SCOPES,
    WR_RANK_CASTS,
};

#endif
