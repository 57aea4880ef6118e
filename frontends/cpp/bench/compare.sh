#!/bin/sh
# compare.sh - x + 1 on two elements, beside libtorch: nine runs of each in turn, and the median of the nine ratios.
#
#   cmake -S frontends/cpp -B DIR -DWEIR_BUILD=BUILD -DTORCH=SITE_PACKAGES/torch
#   cmake --build DIR --target add_one add_one_torch
#   frontends/cpp/bench/compare.sh DIR [BLOCKS]
#
# SPDX-License-Identifier: Apache-2.0
set -eu
sed -n 's/^model name[[:space:]]*: /CPU: /p' /proc/cpuinfo | head -n 1
echo "weir ns  torch ns  ratio"
for run in 1 2 3 4 5 6 7 8 9; do
    ours=$("$1/add_one" ${2:-})
    theirs=$("$1/add_one_torch" ${2:-})
    echo "$ours $theirs"
done | awk '{ r[NR] = $1 / $2; a[NR] = $1; b[NR] = $2; printf "%7.1f %9.1f %6.3f\n", $1, $2, r[NR] }
    function median(v, n, i, j, t) { for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (v[j] < v[i]) { t = v[i]; v[i] = v[j]; v[j] = t }; return v[int((n + 1) / 2)] }
    END { printf "median: weir %.1f ns, torch %.1f ns, ratio %.3f\n", median(a, NR), median(b, NR), median(r, NR) }'
