#!/usr/bin/env bash
# usage: testkit/providers-up.sh DIR
# Builds real providers that need no cloud from the Go module proxy into the filesystem mirror DIR: hashicorp/time 0.14.2,
# which speaks protocol 5 by the present framework, and hashicorp/local 1.4.0, which is written with the first SDK. What is there
# already is not built again. hashicorp/random and hashicorp/tls are on the proxy only in versions of a protocol before 5.
set -euo pipefail
mkdir -p "$1"
mirror=$(cd "$1" && pwd)
command -v go >/dev/null || { echo 'go is not installed' >&2; exit 1; }
platform=$(go env GOOS)_$(go env GOARCH)
build=$(mktemp -d "${TMPDIR:-/tmp}/plumbline-providers-XXXXXX")
trap 'rm -rf "$build"' EXIT

# place NAME VERSION PACKAGE: builds PACKAGE, which the module in the current directory knows of.
place() {
  local target="$mirror/registry.terraform.io/hashicorp/$1/$2/$platform"
  [ -x "$target/terraform-provider-$1_v$2" ] && return
  GOFLAGS=-mod=mod go build -o "$build/$1.bin" "$3"
  mkdir -p "$target"
  mv "$build/$1.bin" "$target/terraform-provider-$1_v$2"
}

module() {
  mkdir "$build/$1"
  cd "$build/$1"
  go mod init "plumbline.dev/testkit/$1" 2>/dev/null
}

module time
go mod edit -require=github.com/hashicorp/terraform-provider-time@v0.14.2
place time 0.14.2 github.com/hashicorp/terraform-provider-time

# Its module still calls itself by the address from before it was HashiCorp's.
module local
go mod edit -require=github.com/terraform-providers/terraform-provider-local@v1.4.0 \
  -replace=github.com/terraform-providers/terraform-provider-local=github.com/hashicorp/terraform-provider-local@v1.4.0
place local 1.4.0 github.com/terraform-providers/terraform-provider-local
