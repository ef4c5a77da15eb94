#!/usr/bin/env bash
# usage: testkit/providers-up.sh DIR [NAME…]
# Builds real providers from the Go module proxy into the filesystem mirror DIR: all of the list below, or those that are named. What
# is there already is not built again.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: $0 DIR [NAME…]" >&2; exit 64; }
mkdir -p "$1"
mirror=$(cd "$1" && pwd)
shift
wanted=" $* "
command -v go >/dev/null || { echo 'go is not installed' >&2; exit 1; }
platform=$(go env GOOS)_$(go env GOARCH)
build=$(mktemp -d "${TMPDIR:-/tmp}/plumbline-providers-XXXXXX")
trap 'rm -rf "$build"' EXIT

# provider ADDRESS VERSION MODULE@VERSION [NAME]: NAME is what the module calls itself, where it moved and kept its name.
provider() {
  local name=${1#*/} target module=${3%@*} version=${3#*@} itself=${4:-${3%@*}} began=$SECONDS
  [ "$wanted" = '  ' ] || [[ "$wanted" = *" $name "* ]] || return 0
  target="$mirror/registry.terraform.io/$1/$2/$platform"
  [ ! -x "$target/terraform-provider-${name}_v$2" ] || return 0
  mkdir "$build/$name"
  cd "$build/$name"
  go mod init "plumbline.dev/testkit/$name" 2>/dev/null
  if [ "$module" = "$itself" ]; then
    go mod edit -require="$itself@$version"
  else
    go mod edit -require="$itself@$version" -replace="$itself=$module@$version"
  fi
  GOFLAGS=-mod=mod go build -trimpath -ldflags '-s -w' -o "$build/$name.bin" "$itself"
  mkdir -p "$target"
  mv "$build/$name.bin" "$target/terraform-provider-${name}_v$2"
  echo "$1 $2: $((SECONDS - began)) s"
}

# Two that need no cloud: time speaks protocol 5 by the present framework, local is written with the first SDK. hashicorp/random and
# hashicorp/tls are on the proxy only in versions of a protocol before 5.
provider hashicorp/time 0.14.2 github.com/hashicorp/terraform-provider-time@v0.14.2
provider hashicorp/local 1.4.0 github.com/hashicorp/terraform-provider-local@v1.4.0 \
  github.com/terraform-providers/terraform-provider-local

# Those of servers that run in tests, in the newest versions that the proxy is known to have: PostgreSQL's is the last one at its
# address from before it moved, DNS' is 2.2.0 with what came in the months after it. The proxy has none of MySQL's; MinIO's is under the AGPL.
provider cyrilgdn/rabbitmq 1.8.0 github.com/cyrilgdn/terraform-provider-rabbitmq@v1.8.0 \
  github.com/terraform-providers/terraform-provider-rabbitmq
provider cyrilgdn/postgresql 1.7.1 github.com/terraform-providers/terraform-provider-postgresql@v1.7.1
provider hashicorp/dns 2.2.0 github.com/terraform-providers/terraform-provider-dns@v0.0.0-20191209223915-3fb1c1918eb1
provider terraform-provider-openstack/openstack 3.4.0 \
  github.com/terraform-provider-openstack/terraform-provider-openstack/v3@v3.4.0
