import type { components } from '../api/schema.ts';
import type { Severity } from '../api/severities.ts';
import styles from './badge.module.css';
import { Icon, type IconName } from './icon.tsx';

type Tone = 'critical' | 'high' | 'medium' | 'low' | 'good' | 'unknown';

/** A word with a colour and a sign: no meaning is in the colour alone. */
export function Badge({ tone, icon, children }: { tone: Tone; icon: IconName; children: string }) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      <Icon name={icon} />
      {children}
    </span>
  );
}

/** What a badge is made of, for those that stand for one of several words. */
export type Sign = readonly [tone: Tone, icon: IconName, word: string];

export function SignBadge({ sign: [tone, icon, word] }: { sign: Sign }) {
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}

export const SEVERITY_SIGNS: Record<Severity, Sign> = {
  critical: ['critical', 'critical', 'critical'],
  high: ['high', 'high', 'high'],
  medium: ['medium', 'medium', 'medium'],
  low: ['low', 'low', 'low'],
  none: ['good', 'good', 'no drift'],
};

/** How much a drift matters (docs/severity.md). */
export function SeverityBadge({ severity }: { severity: Severity }) {
  return <SignBadge sign={SEVERITY_SIGNS[severity]} />;
}

export type Verdict = components['schemas']['Coverage']['verdict'];

const VERDICTS: Record<Verdict, Sign> = {
  in_sync: ['good', 'good', 'in sync'],
  changed: ['high', 'high', 'changed'],
  deleted: ['critical', 'gone', 'deleted'],
  suspect: ['medium', 'unknown', 'unconfirmed deletion'],
  unreadable: ['unknown', 'unknown', 'not checked'],
  unsupported: ['unknown', 'unknown', 'not supported'],
  skipped: ['unknown', 'hidden', 'skipped'],
};

export const verdictWord = (verdict: Verdict): string => VERDICTS[verdict][2];

/** What an analysis found of one instance; "could not look" has the colour of what is not known, never that of drift or order. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return <SignBadge sign={VERDICTS[verdict]} />;
}

export type Status = components['schemas']['Analysis']['status'];

const STATUSES: Record<Status, Sign> = {
  queued: ['unknown', 'waiting', 'waiting'],
  running: ['low', 'running', 'running'],
  completed: ['good', 'good', 'completed'],
  partial: ['medium', 'unknown', 'completed in part'],
  failed: ['critical', 'failed', 'failed'],
  canceled: ['unknown', 'stopped', 'canceled'],
};

export const statusWord = (status: Status): string => STATUSES[status][2];

/** How an analysis stands. */
export function StatusBadge({ status }: { status: Status }) {
  return <SignBadge sign={STATUSES[status]} />;
}
