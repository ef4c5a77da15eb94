#!/usr/bin/env bash
# The scan of action.yml: report in the log and the summary, SARIF in a file, and the exit code for the last step.
set -euo pipefail

# GitHub takes lines of a log for commands. The log shows texts of clouds and states, so it takes none from here on.
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
fail() {
  printf '::error::%s\n' "$1"
  exit 1
}

arguments=(--quiet)
case $INPUT_FAIL_ON in
  any | never | '') ;;
  critical | high | medium | low) arguments+=(--fail-on "$INPUT_FAIL_ON") ;;
  *) fail 'fail-on must be critical, high, medium, low, any or never.' ;;
esac
[[ $INPUT_SARIF_FILE == *$'\n'* ]] && fail 'sarif-file must be one path.'
[[ $INPUT_ALLOW_UNREAD == true ]] && arguments+=(--allow-unread)
while IFS= read -r word; do
  [[ -n $word ]] && arguments+=("$word")
done <<<"$INPUT_OPTIONS"

cd -- "$INPUT_DIRECTORY"
if [[ -n $INPUT_COMMAND ]]; then
  command=("$INPUT_COMMAND")
else
  home=$(cd -- "$GITHUB_ACTION_PATH/.." && pwd)
  [[ -d $home/node_modules ]] || (cd -- "$home" && npm ci --no-audit --no-fund >&2)
  command=(node "$home/bin/plumbline.mjs")
fi

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
sarif=$(pwd)/$INPUT_SARIF_FILE
[[ $INPUT_SARIF_FILE == /* ]] && sarif=$INPUT_SARIF_FILE
rm -f -- "$sarif"

printf '::stop-commands::%s\n' "$token"
code=0
"${command[@]}" scan "${arguments[@]}" --output "markdown=$work/report.md" --output "sarif=$sarif" -- "$INPUT_TARGET" || code=$?
printf '::%s::\n' "$token"

# GitHub takes a mebibyte for a summary.
if [[ $INPUT_SUMMARY == true && -f $work/report.md ]]; then
  if (($(wc -c <"$work/report.md") <= 1000000)); then
    cat -- "$work/report.md" >>"$GITHUB_STEP_SUMMARY"
  else
    head -n 1 -- "$work/report.md" >>"$GITHUB_STEP_SUMMARY"
    printf '\nThe report is too long for a summary: see the log.\n' >>"$GITHUB_STEP_SUMMARY"
  fi
fi
[[ $INPUT_FAIL_ON == never && $code == 2 ]] && code=0
printf 'exit-code=%s\n' "$code" >>"$GITHUB_OUTPUT"
[[ -f $sarif ]] || sarif=''
printf 'sarif-file=%s\n' "$sarif" >>"$GITHUB_OUTPUT"
