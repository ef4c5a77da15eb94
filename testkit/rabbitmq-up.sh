#!/usr/bin/env bash
# Starts a private RabbitMQ for tests, with its management API on 127.0.0.1 and without AMQP, and prints the API's URL with the
# administrator's name and password:
#   url=$(testkit/rabbitmq-up.sh DIR [PORT])
# Without PORT it uses a free port. If RabbitMQ is missing and this runs as root, it installs Debian's. A DIR of an earlier server
# keeps its data and its password. To stop it, and then remove DIR:
#   kill "$(cat DIR/rabbitmq.pid)" "$(cat DIR/epmd.pid)"
set -euo pipefail
umask 077

[ $# -ge 1 ] || { echo "usage: $0 DIR [PORT]" >&2; exit 64; }
mkdir -p "$1"
dir=$(cd "$1" && pwd)
free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=${2:-$(free)}

server=/usr/lib/rabbitmq/bin/rabbitmq-server
if [ ! -x "$server" ]; then
  [ "$(id -u)" = 0 ] || { echo "rabbitmq-server is not installed" >&2; exit 1; }
  # Without RUNLEVEL=1 the package would start a server on the default port.
  DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y --no-install-recommends rabbitmq-server >&2
fi

[ -f "$dir/password" ] || python3 -c 'import secrets; print(secrets.token_hex(12))' >"$dir/password"
password=$(cat "$dir/password")
cat >"$dir/rabbitmq.conf" <<CONF
listeners.tcp = none
management.tcp.ip = 127.0.0.1
management.tcp.port = $port
default_user = admin
default_pass = $password
loopback_users = none
CONF
echo '[rabbitmq_management,rabbitmq_shovel,rabbitmq_shovel_management,rabbitmq_federation,rabbitmq_federation_management].' >"$dir/plugins"

# Erlang's nodes find each other by a daemon (epmd) that outlives them. This one is private, so that it can be stopped.
export ERL_EPMD_PORT
ERL_EPMD_PORT=$(free)
epmd -port "$ERL_EPMD_PORT" -address 127.0.0.1 >/dev/null 2>&1 </dev/null &
echo $! >"$dir/epmd.pid"

HOME=$dir RABBITMQ_NODENAME=plumbline@localhost RABBITMQ_DIST_PORT=$(free) RABBITMQ_CONFIG_FILE=$dir/rabbitmq.conf \
  RABBITMQ_CONF_ENV_FILE=/dev/null RABBITMQ_ENABLED_PLUGINS_FILE=$dir/plugins RABBITMQ_MNESIA_BASE=$dir/mnesia \
  RABBITMQ_LOG_BASE=$dir/log RABBITMQ_GENERATED_CONFIG_DIR=$dir/config RABBITMQ_PID_FILE=$dir/rabbitmq.pid \
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS='-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +S 1:1' \
  "$server" >"$dir/rabbitmq.log" 2>&1 </dev/null &
started=$!
for _ in $(seq 600); do
  if curl --silent --fail --output /dev/null --user "admin:$password" "http://127.0.0.1:$port/api/overview"; then
    echo "http://admin:$password@127.0.0.1:$port"
    exit 0
  fi
  kill -0 "$started" 2>/dev/null || break
  sleep 0.1
done
tail -n 20 "$dir/rabbitmq.log" >&2
kill "$(cat "$dir/epmd.pid")" "$started" 2>/dev/null || true
exit 1
