import { InvalidArgumentError, Option } from 'commander';

/** An option of a command. Its type contains the name and the value that the command receives: see `Values`. */
export type Opt<Name extends string, T> = Option & { readonly read?: { name: Name; value: T } };

type Read<O> = O extends Opt<infer Name, infer T> ? { name: Name; value: T } : never;

/** The values of these options, by name. */
export type Values<Options extends readonly Option[]> = {
  [R in Read<Options[number]> as R['name']]: R['value'];
};

type Long<Flags> = Flags extends `${string}--${infer Rest}`
  ? Rest extends `${infer Word} ${string}`
    ? Word
    : Rest
  : '';
type Camel<Word> = Word extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Word;
/** `--no-lock-file` and `--lock-file <file>` are both `lockFile`. */
type NameOf<Flags> = Long<Flags> extends `no-${infer Rest}` ? Camel<Rest> : Camel<Long<Flags>>;

type Switch<Flags extends string> = Opt<NameOf<Flags> & string, boolean | undefined>;
type Value<Flags extends string, T> = Opt<NameOf<Flags> & string, T | undefined>;

/** An option without a value; `--no-x` is true by default. */
export const flag = <Flags extends string>(flags: Flags, help: string): Switch<Flags> => new Option(flags, help);

/** An option with a value, which `parse` reads and may refuse. */
export function value<Flags extends string, T = string>(
  flags: Flags,
  help: string,
  parse?: (text: string, before: T | undefined) => T,
): Value<Flags, T> {
  const option = new Option(flags, help);
  return parse ? option.argParser(parse) : option;
}

/** Parses an option that may be repeated: collects its values. */
export const collect = (text: string, before: string[] = []): string[] => [...before, text];

/** An option with one of these values. */
export const choice = <Flags extends string, T extends string>(
  flags: Flags,
  help: string,
  choices: readonly T[],
): Value<Flags, T> => new Option(flags, help).choices(choices);

/** An option with some of these values. */
export const choices = <Flags extends string, T extends string>(
  flags: Flags,
  help: string,
  all: readonly T[],
): Value<Flags, T[]> => new Option(flags, help).choices(all);

/** The option with a default, which the help shows as `shown`. */
export const withDefault = <Name extends string, T>(
  option: Opt<Name, T | undefined>,
  fallback: T,
  shown?: string,
): Opt<Name, T> => option.default(fallback, shown) as Opt<Name, T>;

/** The option as a mandatory one. */
export const required = <Name extends string, T>(option: Opt<Name, T | undefined>): Opt<Name, T> =>
  option.makeOptionMandatory() as Opt<Name, T>;

/** Parses a whole number within bounds. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const n = Number(text);
    if (!/^\d+$/.test(text) || n < min || n > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return n;
  };
}

/** Accepts only texts of one form; `what` describes it with an example. The server checks the value itself. */
export function formed(form: RegExp, what: string): (text: string) => string {
  return (text) => {
    if (!form.test(text)) throw new InvalidArgumentError(`It must be ${what}.`);
    return text;
  };
}

/** `--limit`: the length of a list. */
export const limit = (fallback: number) =>
  withDefault(value('--limit <n>', 'how many at most', wholeNumber(1, 100)), fallback);

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Converts `90s`, `15m`, `24h`, `7d` and `0` to seconds; undefined for other texts and for more digits. */
export function secondsIn(text: string, maxDigits: number): number | undefined {
  const [, n, unit = 's'] = new RegExp(`^(\\d{1,${maxDigits}})([smhd])?$`).exec(text) ?? [];
  return n === undefined ? undefined : Number(n) * (UNITS[unit] ?? 1);
}

/** `--grace`: how long a replaced secret stays valid, in seconds. Accepts `90s`, `15m`, `24h`, `7d` and `0`. */
export function grace(help: string, maxDays: number) {
  const seconds = (text: string): number => {
    const time = secondsIn(text, 9);
    if (time === undefined || time > maxDays * 86_400)
      throw new InvalidArgumentError(`It must be a time such as 90s, 15m, 24h or 7d, at most ${maxDays}d.`);
    return time;
  };
  return withDefault(value('--grace <time>', `${help}: 0, 15m, 24h, 7d`, seconds), 86_400, '24h');
}

/** The options of every command that calls a server. */
export const CLIENT_OPTIONS = [
  value('--url <address>', 'address of the server (default: PLUMBLINE_URL, else HOST and PORT of the environment)'),
  value('--key <key>', 'API key (default: PLUMBLINE_API_KEY, else the operator key in the data directory)'),
] as const;

/** `--json`, for scripts. */
export const JSON_OPTION = flag('--json', 'print the answer as JSON');

/** `--markdown`, instead of `--json`. */
export const markdown = (help: string) => flag('--markdown', help).conflicts('json');
