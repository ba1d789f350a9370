# Debian roots of their own, for scripts that build or test in them; source it. Needs root.

mounts=()

# make_root SUITE FOLDER [ARCH] [PACKAGE...]: a fresh Debian with /proc, /sys and /dev.
make_root() {
    local suite=$1 root=$2 arch=${3:-$(dpkg --print-architecture)} keyring=()
    shift 2
    [ $# -gt 0 ] && shift
    # Debian 12 knows the keys of Debian 13; another system may not.
    [ -r /usr/share/keyrings/debian-archive-keyring.gpg ] \
        && keyring=(--keyring=/usr/share/keyrings/debian-archive-keyring.gpg)
    say "making a Debian root ($suite, $arch)"
    mkdir -p "$root"
    debootstrap --arch="$arch" --variant=minbase ${keyring[@]+"${keyring[@]}"} \
        --include="ca-certificates${*:+,}$(IFS=,; echo "$*")" "$suite" "$root" \
        http://deb.debian.org/debian >"$root.log" 2>&1 || { tail -n 20 "$root.log" >&2; return 1; }
    rm -f "$root.log"
}

mount_root() { # FOLDER
    local place
    mount -t proc proc "$1/proc" && mounts+=("$1/proc")
    mount -t sysfs sysfs "$1/sys" && mounts+=("$1/sys")
    mount --bind /dev "$1/dev" && mounts+=("$1/dev")
    mount --bind /dev/pts "$1/dev/pts" && mounts+=("$1/dev/pts")
}

unmount_roots() {
    local index
    for ((index = ${#mounts[@]} - 1; index >= 0; index--)); do
        umount "${mounts[index]}" 2>/dev/null || umount -l "${mounts[index]}" 2>/dev/null || true
    done
    mounts=()
}

# in_root FOLDER COMMAND...: with a clean environment.
in_root() {
    local root=$1
    shift
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        TERM="${TERM:-dumb}" DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 chroot "$root" "$@"
}
