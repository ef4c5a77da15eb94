#!/usr/bin/env bash
# Starts a private Redis for tests, on 127.0.0.1, in memory only, and prints its URL:
#   export PLUMBLINE_TEST_REDIS_URL=$(testkit/redis-up.sh DIR [PORT])
# Without PORT it uses a free port. If redis-server is missing and this runs as root, it installs Debian's.
# To stop it, and then remove DIR:
#   kill "$(cat DIR/redis.pid)"
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: $0 DIR [PORT]" >&2; exit 64; }
mkdir -p "$1"
dir=$(cd "$1" && pwd)
port=${2:-$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')}

if ! command -v redis-server >/dev/null; then
  [ "$(id -u)" = 0 ] || { echo "redis-server is not installed" >&2; exit 1; }
  # Without RUNLEVEL=1 the package would start a server on the default port.
  DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y --no-install-recommends redis-server >&2
fi

redis-server --port "$port" --bind 127.0.0.1 --save '' --appendonly no --dir "$dir" \
  --daemonize yes --pidfile "$dir/redis.pid" --logfile "$dir/redis.log" >&2
for _ in $(seq 50); do
  if redis-cli -p "$port" ping 2>/dev/null | grep -q PONG; then
    echo "redis://127.0.0.1:$port"
    exit 0
  fi
  sleep 0.1
done
tail -n 20 "$dir/redis.log" >&2
exit 1
