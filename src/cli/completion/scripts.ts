import type { CommandWords } from './words.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** Fish knows these two escapes in single quotes. */
const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
const list = (texts: readonly string[]) => texts.map(quoted).join(' ');
const pattern = (texts: readonly string[]) => texts.map(quoted).join(' | ');

const paths = (all: readonly CommandWords[]) => all.map(({ path }) => path).filter((path) => path !== '');

/** The options with a value, each after its command: ` scan --format`. */
function valued(all: readonly CommandWords[]) {
  const options = all.flatMap(({ path, options }) => options.map((option) => ({ path, ...option })));
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ path, flags, choices }) => ({ places: flags.map((flag) => `${path} ${flag}`), choices }));
}

/** Cases of a POSIX-like shell for option values; `files` completes values without a fixed list. */
function valueCases(all: readonly CommandWords[], values: (choices: string) => string, files: string): string[] {
  const [listed, free] = [true, false].map((has) => valued(all).filter(({ choices }) => choices.length > 0 === has));
  return [
    ...(listed ?? []).map(({ places, choices }) => `    ${pattern(places)}) ${values(choices.join(' '))}; return ;;`),
    `    ${pattern((free ?? []).flatMap(({ places }) => places))}) ${files}return ;;`,
  ];
}

function bash(all: readonly CommandWords[]): string {
  return [
    '# bash completion for plumbline: source <(plumbline completion bash)',
    '_plumbline() {',
    `  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" where='' words='' i`,
    '  COMPREPLY=()',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    case "$where ${COMP_WORDS[i]}" in',
    `      ${pattern(paths(all))}) where="$where \${COMP_WORDS[i]}" ;;`,
    '    esac',
    '  done',
    '  case "$where $prev" in',
    ...valueCases(all, (choices) => `COMPREPLY=($(compgen -W ${quoted(choices)} -- "$cur"))`, ''),
    '  esac',
    '  case "$where" in',
    ...all.map(({ path, commands, options }) => {
      const flags = options.flatMap((option) => option.flags).join(' ');
      const names = commands.map(({ name }) => name).join(' ');
      return `    ${quoted(path)}) if [[ $cur == -* ]]; then words=${quoted(flags)}; else words=${quoted(names)}; fi ;;`;
    }),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    '}',
    'complete -o default -F _plumbline plumbline',
  ].join('\n');
}

function zsh(all: readonly CommandWords[]): string {
  const described = (name: string, about: string) => `${name}:${about}`;
  return [
    '#compdef plumbline',
    '# zsh completion for plumbline: source <(plumbline completion zsh)',
    '_plumbline() {',
    `  local where='' word`,
    '  local -a commands options',
    '  for word in "${(@)words[2,CURRENT-1]}"; do',
    '    case "$where $word" in',
    `      ${pattern(paths(all))}) where="$where $word" ;;`,
    '    esac',
    '  done',
    '  case "$where ${words[CURRENT-1]}" in',
    ...valueCases(all, (choices) => `compadd -- ${choices}`, '_files; '),
    '  esac',
    '  case "$where" in',
    ...all.map(({ path, commands, options }) => {
      const names = commands.map(({ name, about }) => described(name, about));
      const flags = options.flatMap(({ flags, about }) => flags.map((flag) => described(flag, about)));
      return `    ${quoted(path)}) commands=(${list(names)}); options=(${list(flags)}) ;;`;
    }),
    '  esac',
    '  if [[ ${words[CURRENT]} == -* ]]; then _describe option options',
    '  elif (( $#commands )); then _describe command commands',
    '  else _files; fi',
    '}',
    'compdef _plumbline plumbline',
  ].join('\n');
}

function fish(all: readonly CommandWords[]): string {
  const line = (path: string, rest: string, about: string) =>
    `complete -c plumbline -n ${fishQuoted(`__plumbline_in ${fishQuoted(path)}`)} ${rest} -d ${fishQuoted(about)}`;
  const flag = (text: string) => (text.startsWith('--') ? `-l ${text.slice(2)}` : `-s ${text.slice(1)}`);
  return [
    '# fish completion for plumbline: plumbline completion fish | source',
    'function __plumbline_in',
    "  set -l where ''",
    '  for word in (commandline -opc)[2..]',
    '    switch "$where $word"',
    `      case ${paths(all).map(fishQuoted).join(' ')}`,
    '        set where "$where $word"',
    '    end',
    '  end',
    '  test "$where" = "$argv[1]"',
    'end',
    ...all.flatMap(({ path, commands, options }) => [
      ...commands.map(({ name, about }) => line(path, `-f -a ${name}`, about)),
      ...options.map(({ flags, about, takesValue, choices }) => {
        const value = choices.length > 0 ? ` -x -a ${fishQuoted(choices.join(' '))}` : takesValue ? ' -r' : '';
        return line(path, `${flags.map(flag).join(' ')}${value}`, about);
      }),
    ]),
  ].join('\n');
}

const SCRIPTS: Record<Shell, (all: readonly CommandWords[]) => string> = { bash, zsh, fish };

/** A shell script that completes commands, options and values. */
export const completionScript = (shell: Shell, all: readonly CommandWords[]): string => SCRIPTS[shell](all);
