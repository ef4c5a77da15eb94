#!/usr/bin/env bash
# usage: testkit/providers-up.sh DIR [NAME…]
# Builds real providers from the Go module proxy into the filesystem mirror DIR: all of the list below, or the named providers
# (aws-whole: the AWS provider with every service). Existing builds are kept.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: $0 DIR [NAME…]" >&2; exit 64; }
mkdir -p "$1"
mirror=$(cd "$1" && pwd)
testkit=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
shift
wanted=" $* "
. "$testkit/go-toolchain.sh"
platform=$(go env GOOS)_$(go env GOARCH)
build=$(mktemp -d "${TMPDIR:-/tmp}/plumbline-providers-XXXXXX")
trap 'rm -rf "$build"' EXIT

# provider ADDRESS VERSION MODULE@VERSION [NAME]: NAME is the path in the module's go.mod, if it differs because the module moved.
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
  GOFLAGS=-mod=mod "${compile[@]}" -o "$build/$name.bin" "$itself"
  mkdir -p "$target"
  mv "$build/$name.bin" "$target/terraform-provider-${name}_v$2"
  echo "$1 $2: $((SECONDS - began)) s"
}

# Two providers without a cloud: time uses protocol 5 with the current framework, local the first SDK. The proxy has hashicorp/random
# and hashicorp/tls only in versions of protocols before 5.
provider hashicorp/time 0.14.2 github.com/hashicorp/terraform-provider-time@v0.14.2
provider hashicorp/local 1.4.0 github.com/hashicorp/terraform-provider-local@v1.4.0 \
  github.com/terraform-providers/terraform-provider-local

# Providers of servers that run in tests, in the newest known versions on the proxy: PostgreSQL's is the last version at its former
# address, DNS' is 2.2.0 with the changes of the following months. The proxy has no MySQL provider; MinIO's is under the AGPL.
provider cyrilgdn/rabbitmq 1.8.0 github.com/cyrilgdn/terraform-provider-rabbitmq@v1.8.0 \
  github.com/terraform-providers/terraform-provider-rabbitmq
provider cyrilgdn/postgresql 1.7.1 github.com/terraform-providers/terraform-provider-postgresql@v1.7.1
provider hashicorp/dns 2.2.0 github.com/terraform-providers/terraform-provider-dns@v0.0.0-20191209223915-3fb1c1918eb1
provider terraform-provider-openstack/openstack 3.4.0 \
  github.com/terraform-provider-openstack/terraform-provider-openstack/v3@v3.4.0

# aws VERSION MODULE-VERSION SERVICE…: the AWS provider compiles only within its own source, and takes most of an hour with all of its
# services. Without named services it has all.
aws() {
  local target="$mirror/registry.terraform.io/hashicorp/aws/$1/$platform" began=$SECONDS source
  [ "$wanted" = '  ' ] || [[ "$wanted" = *' aws '* ]] || return 0
  [ ! -x "$target/terraform-provider-aws_v$1" ] || return 0
  command -v python3 >/dev/null || { echo 'python3 is not installed' >&2; exit 1; }
  cd "$build"
  go mod init plumbline.dev/testkit/aws 2>/dev/null
  source=$(go mod download -json "github.com/hashicorp/terraform-provider-aws@$2" | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')
  cp -r "$source" aws
  chmod -R u+w aws
  [ $# -eq 2 ] || python3 "$testkit/slim-aws.py" aws "${@:3}"
  (cd aws && "${compile[@]}" -o "$build/aws.bin" .)
  mkdir -p "$target"
  mv "$build/aws.bin" "$target/terraform-provider-aws_v$1"
  echo "hashicorp/aws $1: $((SECONDS - began)) s"
}

services=(
  acm apigateway apigatewayv2 appautoscaling athena backup cloudwatch cognitoidentity cognitoidp dynamodb ec2 ecr ecs efs elasticache
  elbv2 events firehose glue iam kinesis kms lambda logs meta rds route53 s3 s3control scheduler secretsmanager sfn sns sqs ssm sts wafv2
)
[[ "$wanted" = *' aws-whole '* ]] && services=() wanted+='aws '
# The version that people run today. The module's pseudo-version was made from its commit.
aws 6.47.1 v1.60.1-0.20260602190131-5f2286d6d836 "${services[@]}"
