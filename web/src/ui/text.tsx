import { type ReactNode, useSyncExternalStore } from 'react';
import styles from './names.module.css';

/**
 * Longer names are cut, since they would fill the page. The title, and the copy on a detail page, have the whole name.
 */
const MAX_NAME = 300;

/** Invisible characters and those that reorder text: they are shown as escapes (Unicode TR #36). */
const HIDDEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** A text from outside with its invisible characters as escapes: `\u202e`. */
export const visible = (text: string): string =>
  text.replaceAll(HIDDEN, (mark) => `\\u${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

type NameProps = {
  /** Nothing is shown if it is empty. */
  text: string | null | undefined;
  /** A prefix, shown only with the text. */
  before?: ReactNode;
  /** Renders a paragraph. */
  block?: boolean;
  mono?: boolean;
  line?: boolean;
  muted?: boolean;
};

/**
 * A text from outside of Plumbline: a resource's name, a state's key, a login. It is never interpreted as markup, its
 * writing direction does not affect its surroundings, and it does not overflow. `line` keeps it on one line.
 */
export function Name({ text: given, before, block = false, mono = false, line = false, muted = false }: NameProps) {
  if (given === null || given === undefined || given === '') return null;
  const text = visible(given);
  const shown = text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}…` : text;
  const classes = [styles.name, mono && styles.mono, line && styles.cut].filter(Boolean).join(' ');
  const content = (
    <>
      {before}
      <bdi className={classes} title={line || shown !== text ? text.slice(0, 2000) : undefined}>
        {shown}
      </bdi>
    </>
  );
  if (block) return <p className={muted ? styles.muted : undefined}>{content}</p>;
  return muted ? <span className={styles.muted}>{content}</span> : content;
}

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const TICK_MS = 10_000;

/** Times are in English, like the page; the time zone is the reader's. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

export function timeAgo(at: Date, now: number): string {
  const seconds = (at.getTime() - now) / 1000;
  for (const [unit, size] of STEPS)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  return seconds > TICK_MS / 1000 ? 'in a moment' : 'just now';
}

export const exactTime = (at: Date): string => absolute.format(at);

/** The page's clock, nearly as coarse as relative times are. */
const onTick = (changed: () => void) => {
  const timer = setInterval(changed, TICK_MS);
  return () => clearInterval(timer);
};
const tick = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

const onSecond = (changed: () => void) => {
  const timer = setInterval(changed, 1000);
  return () => clearInterval(timer);
};

/** The time now, to a second. */
export const useSeconds = (): number => useSyncExternalStore(onSecond, () => Math.floor(Date.now() / 1000) * 1000);

/** A timestamp as a relative time; nothing without a timestamp. */
export function When({ at, before }: { at: string | null | undefined; before?: string }) {
  const now = useSyncExternalStore(onTick, tick);
  if (at === null || at === undefined) return null;
  const instant = new Date(at);
  return (
    <>
      {before}
      <time className={styles.when} dateTime={at} title={exactTime(instant)}>
        {timeAgo(instant, now)}
      </time>
    </>
  );
}

export const isPast = (at: string): boolean => Date.parse(at) <= Date.now();

export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** `1 state`, `12 states`. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

/** `One state`, `12 states`: for the start of a sentence. */
export const oneOrMany = (count: number, one: string): string => (count === 1 ? `One ${one}` : many(count, one));

/** Capitalizes a word. */
export const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
