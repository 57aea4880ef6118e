#!/bin/sh
# test_gpu.sh - the tests on a machine with a GPU, in parts of less than ten minutes each.
#
#   tools/test_gpu.sh TREE DEVICE PART [ARGUMENT of tests/run.py]...
#
# The tree is built (make test-gpu).  Nothing is installed: what a part needs and the machine does not have is named.
# PART is one of those below, or `usual`, which stands for those that need nothing but the GPU.  TEST_GPU_STAND_IN=1 has
# the stand-in of tests/cuda take the place of the GPU, to try this script.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."

[ $# -ge 3 ] || { echo "usage: tools/test_gpu.sh TREE DEVICE PART [ARGUMENT]..." >&2; exit 2; }
tree=$1 device=$2 part=$3
shift 3
tests=frontends/python/tests
failed=""

parts() {
    cat << 'END'
make test-gpu PART=...   minutes on an H200 with 16 cores
  ops            4   every operator on the GPU against the CPU: all samples, dtypes and layouts
  python         5   the Python tests with arrays on the GPU
  twice          2   the tests of several devices, with one card opened twice (WEIR_CUDA_DEVICES=0,0)
  sanitize       9   compute-sanitizer's memcheck on the tests of operators; RACE=1: racecheck
  conformance    9   the Array API suite with arrays on the GPU; SUITE=<checkout>
END
}

# Words of tests/run.py for the stand-in.
stand_in=""
[ "${TEST_GPU_STAND_IN:-}" != 1 ] || stand_in=--stand-in
[ -n "$stand_in" ] || export TEST_GPU=1

# run NAME COMMAND...: say what runs, and remember whether it failed.
run() {
    name=$1
    shift
    echo "test-gpu: $name"
    "$@" || failed="$failed $name"
}

# The test programs of operators on a CUDA device.
programs() {
    for program in "$tree"/tests/ops/test_cuda_*; do
        [ ! -f "$program" ] || [ ! -x "$program" ] || echo "$program"
    done
}

ops() {
    export TEST_CUDA_ALL=1
    # shellcheck disable=SC2046
    run ops tests/run.py --timeout 590 --megabytes 8192 "$@" $(programs)
    unset TEST_CUDA_ALL
}

python_tests() {
    # shellcheck disable=SC2086
    run python tests/run.py --timeout 590 "$@" --device "$device" $stand_in --tree "$tree" $tests
}

# The tests that use several devices if they see them.
twice() {
    run twice tests/run.py --timeout 300 --megabytes 8192 --cards 0,0 "$@" "$tree/tests/cuda/test_cuda_order"
    # shellcheck disable=SC2086
    run twice tests/run.py --timeout 300 --cards 0,0 $stand_in "$@" --tree "$tree" \
        $tests/test_cuda.py $tests/test_devices.py $tests/test_gpu_limits.py
}

# memcheck sees accesses beyond an allocation of the driver, so each array is one (TEST_DEVICE_EXACT).  Kernels of
# NVIDIA's libraries are not ours to judge.  SANITIZE=TEXT picks other tests by their name.  Only float32 and what else samples name: a fifth of the kernels.
sanitize() {
    command -v compute-sanitizer > /dev/null ||
        { echo "test-gpu: compute-sanitizer is not on the PATH; it comes with the CUDA toolkit" >&2; exit 1; }
    tool="memcheck --report-api-errors no"
    [ "${RACE:-}" != 1 ] || tool=racecheck
    export TEST_DEVICE_EXACT=1
    # shellcheck disable=SC2046
    run sanitize tests/run.py --timeout 560 --megabytes 65536 -j "${SANITIZE_JOBS:-12}" -k "${SANITIZE:-operators_on_a_cuda_device}" \
        --before "compute-sanitizer --tool $tool --error-exitcode 99 --print-limit 20 --max-connections 64 \
            --launch-timeout 60 --target-processes application-only \
            --kernel-name-exclude kns=cublas --kernel-name-exclude kns=cutlass --kernel-name-exclude kns=cudnn \
            --kernel-name-exclude kns=gemm --kernel-name-exclude kns=xmma --kernel-name-exclude kns=_fft" \
        "$@" $(programs)
    unset TEST_DEVICE_EXACT
}

conformance() {
    [ -n "${SUITE:-}" ] || {
        echo "test-gpu: PART=conformance needs SUITE=<checkout of data-apis/array-api-tests with its submodule>," >&2
        echo "          and a Python with pytest, numpy, hypothesis, pytest-json-report, pytest-xdist and ndindex" >&2
        exit 1
    }
    # shellcheck disable=SC2086
    run conformance tools/conformance.py --tree "$tree" --jobs "$(nproc)" --device "$device" "$SUITE" "$@"
}

# Without a GPU every test would fail, one by one.  A machine without a Python for tests is not asked.
python=$(sed -n '/^#/d; s/^[^ ]* //p' "$tree/pythons.txt" 2> /dev/null | head -n 1)
if [ -z "$stand_in" ] && [ -n "$python" ]; then
    # shellcheck disable=SC2086
    PYTHONPATH=$tree/python $python -c '
import sys, weir
why = weir.cuda.why_not()
sys.exit(why and f"test-gpu: there is no GPU to test: {why}")'
fi

case $part in
usual)
    parts
    ops "$@"
    python_tests "$@"
    twice "$@"
    ;;
ops) ops "$@" ;;
python) python_tests "$@" ;;
twice) twice "$@" ;;
sanitize) sanitize "$@" ;;
conformance) conformance "$@" ;;
*)
    parts >&2
    echo "test-gpu: there is no part '$part'" >&2
    exit 2
    ;;
esac
[ -z "$failed" ] || { echo "test-gpu: failed:$failed" >&2; exit 1; }
