import { useSyncExternalStore } from 'react';
import styles from './names.module.css';

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const TICK_MS = 10_000;

/** The page is in English, and so are its times; the zone is the reader's. */
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

/** How long ago (or ahead) an instant is, in words: `3 hours ago`. */
export function timeAgo(at: Date, now: number): string {
  const seconds = (at.getTime() - now) / 1000;
  for (const [unit, size] of STEPS)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  return seconds > TICK_MS / 1000 ? 'in a moment' : 'just now';
}

/** An instant in the reader's zone, in full. */
export const exactTime = (at: Date): string => absolute.format(at);

/** The page's clock, nearly as coarse as the words are. */
const onTick = (changed: () => void) => {
  const timer = setInterval(changed, TICK_MS);
  return () => clearInterval(timer);
};
const tick = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** An instant as `3 hours ago`, with the absolute one on hover and for those who listen. */
export function When({ at }: { at: string }) {
  const instant = new Date(at);
  const now = useSyncExternalStore(onTick, tick);
  return (
    <time className={styles.when} dateTime={at} title={exactTime(instant)}>
      {timeAgo(instant, now)}
    </time>
  );
}

/** Whether an instant is over, as of now. */
export const isPast = (at: string): boolean => Date.parse(at) <= Date.now();

/** How long something took: `4 min 10 s`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}
