import { InvalidArgumentError } from 'commander';
import { compileGlob, matchesGlob } from '../../engine/model/glob.ts';
import { collect, flag, secondsIn, value, withDefault } from '../terminal/options.ts';

/** Converts `90s`, `15m`, `24h`, `7d` and `0` to milliseconds. */
function age(text: string): number {
  const seconds = secondsIn(text, 6);
  if (seconds === undefined) throw new InvalidArgumentError('It must be a time such as 0, 90s, 15m, 24h or 7d.');
  return seconds * 1_000;
}

/** The options of every command that lists objects without a state. */
export const INVENTORY_OPTIONS = [
  value('--type <pattern>', 'list these types only: aws_iam_*; repeatable', collect),
  withDefault(
    value('--min-age <time>', 'do not report younger objects: an apply may be under way', age),
    3_600_000,
    '1h',
  ),
  flag('--expensive', 'also list types that take many calls'),
  flag('--allow-unlisted', 'end with 0 when nothing was found in what could be listed'),
] as const;

/** A test of texts by patterns with `*`; without patterns it passes every text. */
export function anyGlob(patterns: readonly string[] | undefined): (...texts: string[]) => boolean {
  const globs = patterns?.map(compileGlob);
  return (...texts) => globs === undefined || texts.some((text) => globs.some((glob) => matchesGlob(glob, text)));
}
