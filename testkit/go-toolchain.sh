# shellcheck shell=bash
# Sourced by scripts that build with Go. Puts the version that their modules need on PATH: Debian's is older and does not
# download newer versions, but the proxy has them as modules. Sets `compile`, the command that builds.
command -v go >/dev/null || { echo 'go is not installed' >&2; exit 1; }
go=1.26.8
if ! printf 'go%s\n%s\n' "${go%.*}" "$(go env GOVERSION)" | sort -CV; then
  toolchain=golang.org/toolchain@v0.0.1-go$go.$(go env GOOS)-$(go env GOARCH)
  (cd / && go mod download "$toolchain")
  # Go extracts modules without execute permissions.
  chmod -R +x "$(go env GOMODCACHE)/$toolchain/bin" "$(go env GOMODCACHE)/$toolchain/pkg/tool"
  PATH="$(go env GOMODCACHE)/$toolchain/bin:$PATH"
fi
# Without inlining and debug information Go compiles in three fifths of the time, which is most of these scripts'.
compile=(go build -trimpath -ldflags '-s -w' -gcflags 'all=-l -dwarf=false')
