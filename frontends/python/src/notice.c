/* notice.c - callbacks and late drops: whatever must call Python from elsewhere.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirpy.h"

void notice_drop(PyObject *o) { (void)o; }

int notice_init(PyObject *module) {
    (void)module;
    return 0;
}
