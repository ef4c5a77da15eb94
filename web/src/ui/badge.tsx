import type { components } from '../api/schema.ts';
import { type BySeverity, SEVERITIES, type Severity } from '../api/severities.ts';
import styles from './badge.module.css';
import { capital } from './text.tsx';
import countStyles from './figures.module.css';

/** Icons beside words, never in their place: paths of 16 × 16, in the colour of the text. */
const PATHS = {
  critical: 'M8 1.5 15 14H1L8 1.5Zm0 5v3.5m0 1.7v.3',
  high: 'M8 13V3M4 7l4-4 4 4',
  medium: 'M3 8h10M3 5h10M3 11h10',
  low: 'M8 3v10M4 9l4 4 4-4',
  good: 'm3 8.5 3.2 3.2L13 5',
  unknown: 'M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6m0 2.1v.2',
  running: 'M8 2a6 6 0 1 1-6 6',
  waiting: 'M8 4v4l2.5 2M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z',
  stopped: 'M4.5 4.5h7v7h-7z',
  failed: 'm4 4 8 8m0-8-8 8',
  changed: 'm3 13 .6-3L10.5 3a1.4 1.4 0 0 1 2.3 2.3L6 12.3 3 13Z',
  gone: 'M3 4.5h10M6 4.5V3h4v1.5m2 0-.7 9H4.7L4 4.5',
  hidden: 'M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4Zm1-5 10 10',
  copy: 'M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm3.4 7.9 3.1 3.1',
  down: 'm4 6 4 4 4-4',
  right: 'm6 4 4 4-4 4',
  outside: 'M6 3H3v10h10v-3M9 3h4v4m0-4L7.5 8.5',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon, hidden from screen readers, since the word beside it has the same meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg width="1em" height="1em" viewBox="0 0 16 16" fill="none" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

/** `plain` is for kinds and statuses without a severity. */
type Tone = 'critical' | 'high' | 'medium' | 'low' | 'good' | 'unknown' | 'plain';

export type Sign = readonly [tone: Tone, icon: IconName, word: string];

/** A word with a colour and an icon: no meaning is in the colour alone. */
export function Badge({ sign: [tone, icon, word] }: { sign: Sign }) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      <Icon name={icon} />
      {capital(word)}
    </span>
  );
}

export const SEVERITY_SIGNS: Record<Severity, Sign> = {
  critical: ['critical', 'critical', 'critical'],
  high: ['high', 'high', 'high'],
  medium: ['medium', 'medium', 'medium'],
  low: ['low', 'low', 'low'],
  none: ['good', 'good', 'no drift'],
};

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <Badge sign={SEVERITY_SIGNS[severity]} />;
}

export type Verdict = components['schemas']['Coverage']['verdict'];

const VERDICTS: Record<Verdict, Sign> = {
  in_sync: ['good', 'good', 'in sync'],
  changed: ['plain', 'changed', 'changed'],
  deleted: ['plain', 'gone', 'deleted'],
  suspect: ['unknown', 'unknown', 'unconfirmed deletion'],
  unreadable: ['unknown', 'unknown', 'not checked'],
  unsupported: ['unknown', 'unknown', 'not supported'],
  skipped: ['unknown', 'hidden', 'skipped'],
};

export const verdictWord = (verdict: Verdict): string => VERDICTS[verdict][2];

/** The kind of a finding: that of drift is a verdict. */
export function KindBadge({ kind }: { kind: components['schemas']['Finding']['kind'] }) {
  return <Badge sign={kind === 'unmanaged' ? ['plain', 'unknown', 'unmanaged'] : VERDICTS[kind]} />;
}

/** The verdict on one instance. "Not checked" has neither the colour of drift nor that of "in sync". */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return <Badge sign={VERDICTS[verdict]} />;
}

export type Status = components['schemas']['Analysis']['status'];

const STATUSES: Record<Status, Sign> = {
  queued: ['unknown', 'waiting', 'waiting'],
  running: ['plain', 'running', 'running'],
  completed: ['good', 'good', 'completed'],
  partial: ['unknown', 'unknown', 'completed in part'],
  failed: ['critical', 'failed', 'failed'],
  canceled: ['unknown', 'stopped', 'canceled'],
};

export const statusWord = (status: Status): string => STATUSES[status][2];

export function StatusBadge({ status }: { status: Status }) {
  return <Badge sign={STATUSES[status]} />;
}

/**
 * The number of findings of each severity, worst first: `2 critical, 1 low`. The `sideEffects` are subtracted from the
 * low ones: their severity is always low, which does not tell how bad the drift is.
 */
export function SeverityCounts({ counts, sideEffects = 0 }: { counts: BySeverity; sideEffects?: number }) {
  const own = { ...counts, low: counts.low - sideEffects };
  return (
    <span className={countStyles.counts}>
      {SEVERITIES.filter((severity) => own[severity] > 0).map((severity) => (
        <Badge key={severity} sign={[severity, severity, `${own[severity].toLocaleString('en')} ${severity}`]} />
      ))}
    </span>
  );
}
