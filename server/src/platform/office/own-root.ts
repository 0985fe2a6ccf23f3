/**
 * A uid that no other user of the machine has. When the program does not run as root it cannot switch users
 * and keeps its own.
 */
export const OWN_USER = 64_321;

/**
 * Builds a file system that contains programs, fonts and one folder, and runs a command in it without
 * privileges. Runs in separate namespaces, with the arguments: root, the folder, the program's folder, the
 * user or '', command.
 */
export const CONFINE = `
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=$1 work=$2 program=$3 user=$4
shift 4
mount --make-rprivate /
[ -z "$user" ] || chown -R "$user:$user" "$work"
mount -t tmpfs -o size=64m,mode=755 none "$root"
show() {
  [ ! -e "$root$1" ] || return 0
  mkdir -p "$root$(dirname "$1")"
  if [ -L "$1" ]; then cp -P "$1" "$root$1"
  elif [ -d "$1" ]; then mkdir "$root$1"; mount --rbind "$1" "$root$1"
  elif [ -e "$1" ]; then : > "$root$1"; mount --bind "$1" "$root$1"
  fi
}
for path in /usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt /etc/fonts /etc/ld.so.cache /etc/alternatives \\
  /etc/libreoffice /var/lib/libreoffice /var/cache/fontconfig /dev/null /dev/zero /dev/random /dev/urandom \\
  "$program" "$work"
do show "$path"; done
mkdir "$root/proc"
mount -t proc proc "$root/proc"
mkdir -p "$root/tmp"
chmod 1777 "$root/tmp"
[ -z "$user" ] || set -- --reuid "$user" --regid "$user" --clear-groups /bin/sh -c 'cd "$0" && exec "$@"' "$work" "$@"
[ -n "$user" ] || set -- /bin/sh -c 'cd "$0" && exec "$@"' "$work" "$@"
exec chroot "$root" setpriv --no-new-privs --inh-caps=-all --bounding-set=-all "$@"
`;
