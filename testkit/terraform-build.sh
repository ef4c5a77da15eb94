#!/usr/bin/env bash
# Builds terraform 1.11.4, the oracle of some suites, from the Go module proxy, and prints the path of the binary:
#   testkit/terraform-build.sh DIR
# For machines that have Go and the package registries but no terraform. Takes a few minutes and 2 GB in DIR.
# Eight backends for remote state are modules that are published nowhere; they are left out. Suites keep state in files.
set -euo pipefail

[ $# -eq 1 ] || { echo "usage: $0 DIR" >&2; exit 64; }
mkdir -p "$1"
dir=$(cd "$1" && pwd)
module=github.com/hashicorp/terraform
version=v1.11.4
backends='azure|consul|cos|gcs|kubernetes|oss|pg|s3'

export GOPATH="$dir/path" GOCACHE="$dir/cache" GOFLAGS='-modcacherw -mod=mod -trimpath' CGO_ENABLED=0
go mod download "$module@$version" >&2
[ -d "$dir/source" ] || cp -r "$GOPATH/pkg/mod/$module@$version" "$dir/source"
chmod -R u+w "$dir/source"
cd "$dir/source"

init=internal/backend/init/init.go
names=$(sed -nE "s#^[[:space:]]*([A-Za-z0-9]+) \".*/remote-state/($backends)\".*#\1#p" "$init" | paste -sd'|')
if [ -n "$names" ]; then sed -i.orig -E "/remote-state\/($backends)\"/d; /($names)\.New\(/d" "$init"; fi
# Newer Go refuses settings that it no longer has; both are for other platforms and networks.
go mod edit -dropgodebug=winsymlink -dropgodebug=tlskyber
for name in legacy backend/remote-state/{azure,consul,cos,gcs,kubernetes,oss,pg,s3}; do
  go mod edit -dropreplace="$module/internal/$name" -droprequire="$module/internal/$name"
done
go build -ldflags '-s -w -X github.com/hashicorp/terraform/version.dev=no' -o "$dir/terraform" . >&2
"$dir/terraform" version >&2
echo "$dir/terraform"
