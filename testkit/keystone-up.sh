#!/usr/bin/env bash
# Starts a private Keystone, OpenStack's identity service, for tests, on 127.0.0.1 and on SQLite, and prints its URL with the
# administrator's name and password:
#   url=$(testkit/keystone-up.sh DIR [PORT])
# Without PORT it uses a free port. KEYSTONE_VENV names the virtual environment with Keystone (from PyPI, installed once), by default
# DIR/venv. Without DIR the script only installs that. A DIR of an earlier server keeps its data and its password. To stop it, and
# then remove DIR:
#   kill "$(cat DIR/keystone.pid)"
set -euo pipefail
umask 077

[ $# -ge 1 ] || [ -n "${KEYSTONE_VENV:-}" ] || { echo "usage: $0 DIR [PORT]" >&2; exit 64; }
dir=
if [ $# -ge 1 ]; then
  mkdir -p "$1"
  dir=$(cd "$1" && pwd)
fi
port=${2:-$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')}

venv=${KEYSTONE_VENV:-$dir/venv}
if [ ! -e "$venv/installed" ]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" --quiet --disable-pip-version-check install keystone==30.0.0 >&2
  touch "$venv/installed"
fi
[ -n "$dir" ] || exit 0

[ -f "$dir/password" ] || python3 -c 'import secrets; print(secrets.token_hex(12))' >"$dir/password"
password=$(cat "$dir/password")
url="http://127.0.0.1:$port/v3"
cat >"$dir/keystone.conf" <<CONF
[DEFAULT]
log_file = $dir/keystone.log
[database]
connection = sqlite:///$dir/keystone.db
[fernet_tokens]
key_repository = $dir/tokens
[credential]
key_repository = $dir/credentials
[identity]
password_hash_rounds = 4
[cache]
enabled = true
backend = oslo_cache.dict
CONF
manage() { "$venv/bin/keystone-manage" --config-file "$dir/keystone.conf" "$@" >&2; }
if [ ! -f "$dir/keystone.db" ]; then
  as=(--keystone-user "$(id -un)" --keystone-group "$(id -gn)")
  mkdir "$dir/tokens" "$dir/credentials"
  # Creating the tables takes longest, so all servers of this virtual environment start with a copy of them.
  if [ ! -f "$venv/empty.db" ]; then
    manage db_sync
    cp "$dir/keystone.db" "$venv/empty.db.$$"
    mv "$venv/empty.db.$$" "$venv/empty.db"
  fi
  cp "$venv/empty.db" "$dir/keystone.db"
  manage fernet_setup "${as[@]}"
  manage credential_setup "${as[@]}"
fi
manage bootstrap --bootstrap-password "$password" --bootstrap-public-url "$url" --bootstrap-region-id RegionOne

# SQLite needs one request after another; further requests wait in the queue instead of being refused.
serve='
import sys
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from keystone.server.wsgi import initialize_public_application
class Server(WSGIServer): request_queue_size = 512
class Quiet(WSGIRequestHandler): log_message = lambda *_: None
# Keystone would read the arguments, too.
port = int(sys.argv.pop())
make_server("127.0.0.1", port, initialize_public_application(), Server, Quiet).serve_forever()'
OS_KEYSTONE_CONFIG_FILES="$dir/keystone.conf" "$venv/bin/python" -c "$serve" "$port" >"$dir/server.log" 2>&1 </dev/null &
started=$!
echo "$started" >"$dir/keystone.pid"
for _ in $(seq 300); do
  if curl --silent --fail --output /dev/null "$url"; then
    echo "http://admin:$password@127.0.0.1:$port/v3"
    exit 0
  fi
  kill -0 "$started" 2>/dev/null || break
  sleep 0.1
done
# Another process may have taken the free port meanwhile.
if [ -z "${2:-}" ] && grep -q 'Address already in use' "$dir/server.log" "$dir/keystone.log"; then
  rm -f "$dir/server.log" "$dir/keystone.log"
  exec "$0" "$dir"
fi
tail -n 20 "$dir/server.log" "$dir/keystone.log" >&2
kill "$started" 2>/dev/null || true
exit 1
