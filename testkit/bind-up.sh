#!/usr/bin/env bash
# Starts a private BIND for tests, on 127.0.0.1, which requires signed queries and updates, and prints its URL with the name and
# the secret of the key (hmac-sha256):
#   url=$(testkit/bind-up.sh DIR [PORT])    # dns://suite:SECRET@127.0.0.1:PORT
# It has the zones of ZONES, by default example.test. and its child zone eu.example.test. Without PORT it uses a free port. If BIND is
# missing and this runs as root, it installs Debian's. A DIR of an earlier server keeps its zones and its key. `rndc` uses
# DIR/rndc.conf. To stop it, and then remove DIR:
#   kill "$(cat DIR/named.pid)"
set -euo pipefail
umask 077

[ $# -ge 1 ] || { echo "usage: $0 DIR [PORT]" >&2; exit 64; }
mkdir -p "$1"
dir=$(cd "$1" && pwd)
free() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=${2:-$(free)}

export PATH=$PATH:/usr/sbin
if ! command -v named >/dev/null || ! command -v nsupdate >/dev/null; then
  [ "$(id -u)" = 0 ] || { echo "bind9 or bind9-dnsutils is not installed" >&2; exit 1; }
  # Without RUNLEVEL=1 the package would start a server on the default port.
  DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y --no-install-recommends bind9 bind9-utils bind9-dnsutils >&2
fi

[ -f "$dir/secret" ] || python3 -c 'import base64, secrets; print(base64.b64encode(secrets.token_bytes(32)).decode())' >"$dir/secret"
secret=$(cat "$dir/secret")
control=$(free)
cat >"$dir/named.conf" <<CONF
key "suite" { algorithm hmac-sha256; secret "$secret"; };
options {
  directory "$dir";
  pid-file "$dir/named.pid";
  session-keyfile none;
  managed-keys-directory "$dir";
  listen-on port $port { 127.0.0.1; };
  listen-on-v6 { none; };
  recursion no;
  dnssec-validation no;
  notify no;
  minimal-any yes;
  allow-query { key suite; };
  allow-update { key suite; };
};
controls { inet 127.0.0.1 port $control allow { 127.0.0.1; } keys { suite; }; };
CONF
cat >"$dir/rndc.conf" <<CONF
key "suite" { algorithm hmac-sha256; secret "$secret"; };
options { default-server 127.0.0.1; default-port $control; default-key suite; };
CONF
for zone in ${ZONES:-example.test eu.example.test}; do
  echo "zone \"$zone\" { type primary; file \"$zone.zone\"; };" >>"$dir/named.conf"
  [ -f "$dir/$zone.zone" ] || cat >"$dir/$zone.zone" <<ZONE
\$TTL 3600
@ IN SOA ns.$zone. hostmaster.$zone. 1 3600 900 604800 60
@ IN NS ns.$zone.
ns IN A 192.0.2.53
ZONE
done

named -c "$dir/named.conf" -n 1 -L "$dir/named.log" >&2
for _ in $(seq 100); do
  if rndc -c "$dir/rndc.conf" status >/dev/null 2>&1; then
    # Base64 contains characters with a meaning in URLs.
    python3 -c 'import sys, urllib.parse as u; print(f"dns://suite:{u.quote(sys.argv[1], safe=str())}@127.0.0.1:{sys.argv[2]}")' "$secret" "$port"
    exit 0
  fi
  sleep 0.1
done
tail -n 20 "$dir/named.log" >&2
exit 1
