#!/usr/bin/env bash
# usage: testkit/state-servers-up.sh DIR
# Builds servers for states from the Go module proxy: DIR/consul, and DIR/kubernetes-server (see its main.go). Existing builds are kept.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: $0 DIR" >&2; exit 64; }
mkdir -p "$1"
target=$(cd "$1" && pwd)
testkit=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$testkit/go-toolchain.sh"
build=$(mktemp -d "${TMPDIR:-/tmp}/plumbline-state-servers-XXXXXX")
trap 'rm -rf "$build"' EXIT

kubernetes() {
  local began=$SECONDS
  [ ! -x "$target/kubernetes-server" ] || return 0
  cd "$testkit/kubernetes-server"
  "${compile[@]}" -o "$build/kubernetes-server" .
  mv "$build/kubernetes-server" "$target/kubernetes-server"
  echo "kubernetes-server: $((SECONDS - began)) s"
}

# The last version under the Mozilla Public License. Its module finds its parts in its own directory; outside of it they are modules of
# their own, whose checksums its go.sum does not have.
consul() {
  local began=$SECONDS source module=github.com/hashicorp/consul version=v1.16.3
  [ ! -x "$target/consul" ] || return 0
  mkdir "$build/consul"
  cd "$build/consul"
  source=$(cd / && go mod download -json "$module@$version" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  cp "$source/go.sum" .
  chmod u+w go.sum
  go mod init plumbline.dev/testkit/consul 2>/dev/null
  go mod edit -require="$module@$version" -replace="github.com/hashicorp/go-discover=$testkit/consul-server/go-discover"
  GONOSUMDB="$module/*" GOFLAGS=-mod=mod "${compile[@]}" -o "$build/consul.bin" "$module"
  mv "$build/consul.bin" "$target/consul"
  echo "consul $version: $((SECONDS - began)) s"
}

kubernetes
consul
