# package.R - start of the package.
# SPDX-License-Identifier: Apache-2.0

# The shared object is not unloaded with the namespace: handles that still exist need their finalizers.
NULL
