#!/bin/bash
# Builds the release twice and compares the bytes, checks the unit, installs the package in a bare
# Debian 12 below a temporary folder, and asks it for a page and a picture. Needs root.
set -euo pipefail
cd "$(dirname "$0")/.."

[ "$(id -u)" = 0 ] || { echo "estate: make release-test needs root, for debootstrap and chroot" >&2; exit 1; }
for tool in debootstrap curl; do
	command -v "$tool" >/dev/null || { echo "estate: installing $tool (apt)" >&2; apt-get install -y -qq "$tool" >/dev/null; }
done

first=build/release second=build/release-again
go run ./cmd/release -out "$first"
# The second build shares nothing with the first one: no front end and no compiled Go package.
rm -rf web/dist/client web/dist/server web/dist/studio web/dist/.built
make --no-print-directory -s build
GOCACHE=$(mktemp -d) && export GOCACHE
go run ./cmd/release -out "$second"
rm -rf "$GOCACHE" && unset GOCACHE
cmp "$first/SHA256SUMS" "$second/SHA256SUMS" || { echo "estate: two builds of one commit differ" >&2; exit 1; }
rm -rf "$second"

exposure=$(systemd-analyze security --offline=true packaging/estate.service | sed -n 's/.*exposure level for estate.service: \([0-9.]*\).*/\1/p')
awk -v e="$exposure" 'BEGIN { exit !(e != "" && e <= 2.0) }' || { echo "estate: systemd-analyze rates estate.service with $exposure, more than 2.0" >&2; exit 1; }

root=$(mktemp -d /tmp/estate-root.XXXXXX)
chmod 755 "$root" # for the user of the service
pid=
cleanup() {
	[ -z "$pid" ] || { kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; }
	umount "$root/proc" 2>/dev/null || true
	rm -rf "$root"
}
trap cleanup EXIT
debootstrap --variant=minbase --include=adduser,ca-certificates,zstd bookworm "$root" >/dev/null
for tool in go node npm; do
	if chroot "$root" sh -c "command -v $tool" >/dev/null; then echo "estate: the bare system has $tool" >&2; exit 1; fi
done
mount -t proc proc "$root/proc"
cp "$first"/estate_*.deb "$root/tmp/estate.deb"
chroot "$root" dpkg -i /tmp/estate.deb
chroot "$root" estate --version

port=$((20000 + RANDOM % 20000))
chroot --userspec=estate:estate "$root" estate serve --addr "127.0.0.1:$port" --config /etc/estate.toml --data /var/lib/estate &
pid=$!
for _ in $(seq 300); do curl -fs "http://127.0.0.1:$port/readyz" >/dev/null && break; sleep 0.2; done
page=$(curl -fs "http://127.0.0.1:$port/es/properties/")
grep -q '<main' <<<"$page" || { echo "estate: the page has no rendered HTML" >&2; exit 1; }
[[ $page =~ /media/[^\"\ ,]+\.(avif|webp|jpg) ]] || { echo "estate: the page has no picture" >&2; exit 1; }
picture=${BASH_REMATCH[0]}
type=$(curl -fs -o /dev/null -w '%{content_type}' "http://127.0.0.1:$port$picture") || { echo "estate: $picture cannot be read" >&2; exit 1; }
case "$type" in image/*) ;; *) echo "estate: $picture is $type, not a picture" >&2; exit 1 ;; esac
chroot "$root" estate upgrade-check --config /etc/estate.toml --data /var/lib/estate
chroot "$root" dpkg --purge estate
[ -e "$root/var/lib/estate/estate.db" ] || { echo "estate: removing the package removed the data" >&2; exit 1; }
echo "estate: the release installs, runs and is reproducible; exposure $exposure"
