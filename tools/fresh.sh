#!/bin/bash
# fresh.sh - run commands on a bare machine: a minimal root file system of a Debian or Ubuntu release.
#
#   tools/fresh.sh SUITE [COMMAND]      SUITE is bookworm, trixie, sid, noble, ...
#
# The root holds the release's minimal packages and make, nothing else.  A clone of HEAD is put into it, and COMMAND
# (by default the two commands of the README) runs in that clone, as root, with the host's apt, pip and proxy
# settings and no other part of the host's environment.  It runs in mount and process namespaces of its own: when it
# ends, its processes and mounts are gone, so that removing the root afterwards cannot reach the host.
#
# A root is kept as a tar file in the cache (FRESH_CACHE, by default ~/.cache/weir/roots) and made again after a
# week.  The downloaded .deb files are kept beside it.
#
# Exit status: that of COMMAND; 75 if the package archive does not answer, so nothing was tried; 1 if the archive
# answers and the root cannot be made.
# SPDX-License-Identifier: Apache-2.0
set -eu

cannot_reach=75
keep_days=7

say() { echo "fresh: $*" >&2; }
fail() { say "$*"; exit 1; }

# ---- Inside the namespaces ------------------------------------------------------------------------

# Settings that travel.  A setting that names a file or folder of the host takes it along, under /host.
settings='http_proxy https_proxy ftp_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY
    SSL_CERT_FILE REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS TERM'

travel() { # travel NAME VALUE: print NAME=VALUE as it holds inside
    local name=$1 value=$2
    if [ -d "$value" ]; then
        mkdir -p "$root/host/$name"
        mount --bind -o ro "$value" "$root/host/$name"
        value=/host/$name
    elif [ -f "$value" ]; then
        cp -L "$value" "$root/host/$name"
        value=/host/$name
    fi
    printf '%s=%s\n' "$name" "$value"
}

mount_devices() {
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount -t tmpfs -o mode=755 tmpfs "$root/dev"
    for node in null zero full random urandom tty; do
        touch "$root/dev/$node"
        mount --bind "/dev/$node" "$root/dev/$node"
    done
    mkdir "$root/dev/pts" "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
    mount -t tmpfs tmpfs "$root/dev/shm"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    ln -s /proc/self/fd/0 "$root/dev/stdin"
    ln -s /proc/self/fd/1 "$root/dev/stdout"
    ln -s /proc/self/fd/2 "$root/dev/stderr"
}

copy_host_settings() {
    local file
    mkdir -p "$root/host"
    for file in /etc/resolv.conf /etc/hosts /etc/pip.conf "$HOME/.config/pip/pip.conf" "$HOME/.pip/pip.conf"; do
        case $file in
        "$HOME"/*) destination=$root/root/${file#"$HOME"/} ;;
        *) destination=$root$file ;;
        esac
        [ ! -f "$file" ] || { mkdir -p "$(dirname "$destination")"; cp -L "$file" "$destination"; }
    done
    # Of apt's settings only how the archive is reached; private certificate authorities go with it.
    apt-config dump 2> /dev/null | grep -iE '^Acquire::[^ ]*(proxy|check-valid-until|retries|timeout)' \
        > "$root/etc/apt/apt.conf.d/90host" || true
    if ls /usr/local/share/ca-certificates/*.crt > /dev/null 2>&1; then
        mkdir -p "$root/usr/local/share/ca-certificates"
        cp -L /usr/local/share/ca-certificates/*.crt "$root/usr/local/share/ca-certificates/"
    fi
}

inside() {
    local work=$1 archives=$2 command=$3 name
    root=$work/root
    mount --make-rprivate /
    mount_devices
    copy_host_settings
    mkdir -p "$root/var/cache/apt/archives"
    mount --bind "$archives" "$root/var/cache/apt/archives"
    echo 'Binary::apt-get::APT::Keep-Downloaded-Packages "true";' > "$root/etc/apt/apt.conf.d/91keep"
    local environment=(HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin)
    for name in $settings $(compgen -e PIP_); do
        [ -z "${!name:-}" ] || environment+=("$(travel "$name" "${!name}")")
    done
    exec env -i "${environment[@]}" chroot "$root" /bin/sh -c "cd /weir && $command"
}

if [ "${1:-}" = --inside ]; then
    shift
    inside "$@"
fi

# ---- The root -------------------------------------------------------------------------------------

# mirror VENDOR: the archive that the host's own apt uses, if the host is of that vendor.
mirror() {
    apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' 2> /dev/null |
        awk -v vendor="$1" '$1 == vendor && $2 == vendor { print $3; exit }'
}

is_ubuntu() { awk -F, -v suite="$1" '$3 == suite { found = 1 } END { exit !found }' /usr/share/distro-info/ubuntu.csv; }

# answers SUITE MIRROR: the archive can be asked for the release.  Without a mirror of the host's, mmdebstrap's
# own is asked.
answers() {
    if [ -n "$2" ]; then
        /usr/lib/apt/apt-helper download-file "${2%/}/dists/$1/InRelease" "$work/InRelease" > "$work/log" 2>&1
    else
        mmdebstrap --simulate --variant=essential "${keyring[@]}" "$1" "$work/none.tar" > "$work/log" 2>&1 ||
            ! grep -qiE 'could not resolve|cannot initiate|failed to fetch|timed out|connection refused' "$work/log"
    fi
}

# make_root SUITE MIRROR: write $tar.  Ubuntu's machines have apt, which is not required there, and packages of universe.
make_root() {
    local components=main
    is_ubuntu "$1" && components=main,universe
    say "making a root of $1"
    # shellcheck disable=SC2086 # no mirror is no argument
    mmdebstrap --variant=minbase --format=tar --components=$components --include=make,apt "${keyring[@]}" \
        "$1" "$tar.new" $2 > "$work/log" 2>&1 || {
        tail -n 30 "$work/log" >&2
        rm -f "$tar.new"
        fail "the package archive answers, but a root of $1 cannot be made"
    }
    mv -T "$tar.new" "$tar"
}

# find_keyring: set keyring.  Ubuntu's archive is signed by keys that Debian 13 has in a package.  apt reads them as a
# user of its own, who need not see into the cache.
find_keyring() {
    local file=usr/share/keyrings/ubuntu-archive-keyring.gpg
    keyring=()
    is_ubuntu "$suite" && [ ! -e "/$file" ] || return 0
    [ -e "$cache/$(basename $file)" ] || {
        # shellcheck disable=SC2046
        mmdebstrap --quiet --variant=extract --include=ubuntu-archive-keyring trixie "$work/keys" $(mirror Debian) \
            > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "the keys of Ubuntu's archive cannot be had"; }
        cp "$work/keys/$file" "$cache/"
    }
    keys=$(mktemp)
    cat "$cache/$(basename $file)" > "$keys"
    chmod 644 "$keys"
    keyring=("--keyring=$keys")
}

# ---- From outside ---------------------------------------------------------------------------------

[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: tools/fresh.sh SUITE [COMMAND]" >&2; exit 2; }
suite=$1
command=${2:-make run ARGS=--quick && make test}
if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2> /dev/null || fail "a root file system takes root's rights: sudo make fresh ROOT=$suite"
    exec sudo -n --preserve-env "$0" "$@"
fi
cd "$(dirname "$0")/.."
tools/setup.sh fresh

cache=${FRESH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/weir/roots}
tar=$cache/$suite.tar
mkdir -p "$cache/archives-$suite/partial"
find "$cache" -maxdepth 1 -name 'run-*' -mtime +1 -exec rm -rf --one-file-system {} + # of runs that were killed
work=$(mktemp -d "$cache/run-XXXXXX")
keys=
trap 'rm -rf --one-file-system "$work" "$keys"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

vendor=Debian
is_ubuntu "$suite" && vendor=Ubuntu
uri=${FRESH_MIRROR:-$(mirror $vendor)}
exec 9> "$cache/$suite.lock" # two runs at a time make one root
flock 9
find_keyring
if ! answers "$suite" "$uri"; then
    tail -n 2 "$work/log" >&2
    say "the package archive does not answer: no bare machine can be made"
    exit $cannot_reach
fi
[ -n "$(find "$tar" -mtime -$keep_days 2> /dev/null)" ] || make_root "$suite" "$uri"
flock -u 9

[ -z "$(git status --porcelain 2> /dev/null)" ] || say "uncommitted changes are not part of it"
mkdir "$work/root"
tar -C "$work/root" -xpf "$tar" --numeric-owner
git -c advice.detachedHead=false clone -q --no-hardlinks . "$work/root/weir" || fail "HEAD cannot be cloned"

say "$suite, $(git rev-parse --short HEAD): $command"
status=0
unshare --mount --pid --fork --kill-child --propagation private \
    "$(realpath "$0" 2> /dev/null || echo tools/fresh.sh)" --inside "$work" "$cache/archives-$suite" "$command" 9>&- < /dev/null || status=$?
exit $status
