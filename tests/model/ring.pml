/* ring.pml - the ring of ready tasks: one producer, several takers, tasks pulled back.
 *
 * The holder of the scheduler has three tasks and a ring with two slots.  It publishes, or pulls back what
 * it has published (BACK times at most) and publishes it again, in any order.  Two takers take.
 *
 * Properties
 *   G1  No task is taken twice, nor taken while the holder has it (asserts in Taker and in the pull).
 *   G2  A taker never gets a slot that holds nothing (assert).
 *   G3  None is lost: all are taken in the end (spin's check of end states; a taker that finds the ring
 *       empty waits until it is not).
 *
 * Every load, store and compare-and-swap of a shared word is a step.  Stores are seen in their order
 * (slot, then tail: release), loads made in theirs (head, then tail, then slot: acquire).
 *
 * Broken variants: -DBREAK_NO_CAS (head is stored, not swapped), -DBREAK_SLOT_LATE (the slot is read
 * after the swap), -DBREAK_TAIL_EARLY (tail before the slot), -DBREAK_TAIL_FIRST (the taker loads tail
 * before head and asks for !=), -DBREAK_UNPUBLISH (the holder pulls back by lowering tail),
 * -DBREAK_NO_BOUND (publishes into a full ring), -DBREAK_WRAP (positions count modulo four).
 *
 * SPDX-License-Identifier: Apache-2.0 */

#define TASKS 3
#define SLOTS 2
#ifndef BACK
#define BACK 3
#endif
#define BIT(n) (1 << (n))
#define ALL (BIT(TASKS) - 1)
#define EMPTY 255

#ifdef BREAK_WRAP
#define NEXT(n) (((n) + 1) % 4)
#define COUNT(h, t) (((t) + 4 - (h)) % 4)
#else
#define NEXT(n) ((n) + 1)
#define COUNT(h, t) ((t) - (h))
#endif

byte head, tail;
byte slot[SLOTS] = EMPTY;

byte mine = ALL; /* the tasks the holder has */
byte taken;      /* the tasks the takers have */
byte pulls;

#ifdef BREAK_NO_BOUND
#define SPACE true
#else
#define SPACE (COUNT(head, tail) < SLOTS)
#endif

proctype Holder() {
    byte h, x;

    do
    :: atomic {
            mine != 0 && SPACE -> /* remains true: only this process publishes */
            if
            :: mine & 1 -> x = 0
            :: mine & 2 -> x = 1
            :: mine & 4 -> x = 2
            fi;
            mine = mine & ~BIT(x)
        }
#ifdef BREAK_TAIL_EARLY
        tail = NEXT(tail);
        slot[(tail + 3) % SLOTS] = x;
#else
        slot[tail % SLOTS] = x;
        tail = NEXT(tail);
#endif
        x = 0
    :: pulls < BACK && head != tail -> /* pull one back */
#ifdef BREAK_UNPUBLISH
        if
        :: head == tail -> goto next
        :: else
        fi;
        tail--;
        x = slot[tail % SLOTS];
        atomic { mine = mine | BIT(x); pulls++; x = 0 }
#else
        h = head;
        if
        :: h == tail -> goto next
        :: else -> x = slot[h % SLOTS]
        fi;
        atomic { /* compare-and-swap */
            if
            :: head == h ->
                head = NEXT(head);
                assert(!(taken & BIT(x)) && !(mine & BIT(x)));
                mine = mine | BIT(x)
            :: else
            fi;
            pulls++
        }
#endif
next:   atomic { h = 0; x = 0 }
    :: mine == 0 -> break
    od
}

proctype Taker() {
    byte h, t, x;

    do
    :: taken == ALL -> break
    :: head != tail ->
#ifdef BREAK_TAIL_FIRST
        t = tail;
        h = head;
#else
        h = head;
        t = tail;
#endif
        if
        :: h == t -> atomic { h = 0; t = 0 }
        :: else ->
#ifndef BREAK_SLOT_LATE
            x = slot[h % SLOTS];
#endif
#ifdef BREAK_NO_CAS
            if
            :: head == h -> head = NEXT(h)
            :: else -> goto next
            fi;
#else
            atomic { /* compare-and-swap */
                if
                :: head == h -> head = NEXT(head)
                :: else -> goto next
                fi
            }
#endif
#ifdef BREAK_SLOT_LATE
            x = slot[h % SLOTS];
#endif
            atomic {
                assert(x != EMPTY);
                assert(!(taken & BIT(x)) && !(mine & BIT(x)));
                taken = taken | BIT(x)
            }
next:       atomic { h = 0; t = 0; x = 0 }
        fi
    od
}

init {
    atomic {
        run Holder();
        run Taker();
        run Taker()
    }
}
