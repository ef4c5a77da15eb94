import { SEVERITIES } from '../../api/severities.ts';
import { many } from '../../ui/text.tsx';
import type { ListedAnalysis } from './queries.ts';

type Trigger = ListedAnalysis['trigger'];

export const TRIGGER_WORDS: Record<Trigger['kind'], string> = {
  api: 'by hand',
  cli: 'on the command line',
  schedule: 'on schedule',
  push: 'by a push',
  pull_request: 'by a pull request',
  comment: 'by a comment',
  rerequest: 'by a check that was run again',
};

/** Options of the severity filter: each includes all worse severities. */
export const AT_LEAST = [
  ['', 'Any'],
  ...SEVERITIES.map((one) => [one, one === 'critical' ? one : `${one} or worse`] as const),
] as const;

/** The trigger of an analysis in a few words: `by a pull request (#12)`. */
export function triggerText({ kind, ref, sha, pull_request: number }: Trigger): string {
  const about = [number && `#${number}`, ref, sha?.slice(0, 7)].filter((one) => one !== undefined);
  return about.length === 0 ? TRIGGER_WORDS[kind] : `${TRIGGER_WORDS[kind]} (${about.join(' ')})`;
}

/** The scope of an analysis: `states under production/`. */
export function scopeText({
  repo_full_name: repo,
  state_prefix: prefix,
}: Pick<ListedAnalysis, 'repo_full_name' | 'state_prefix'>): string {
  if (prefix === null) return repo ?? 'all states';
  return `${repo === null ? '' : `${repo}, `}states under ${prefix}`;
}

/** The progress of an analysis: `3 of 9 resources`. */
export const progressText = ({ done, total }: ListedAnalysis['progress']): string =>
  `${done.toLocaleString('en')} of ${many(total, 'resource')}`;

/** The number of instances that were not checked and may have drifted. */
export const unseenOf = ({
  suspect,
  unreadable,
  unsupported,
}: Pick<ListedAnalysis['counts'], 'suspect' | 'unreadable' | 'unsupported'>): number =>
  suspect + unreadable + unsupported;

/** ` (+2 side effects)`, to append to a count of drifted resources, which excludes side effects; empty for none. */
export const sideEffectsText = (count = 0): string => (count === 0 ? '' : ` (+${many(count, 'side effect')})`);

/** The number of drifted instances without side effects. */
export const driftedOf = ({ changed, deleted, following = 0 }: ListedAnalysis['counts']): number =>
  changed + deleted - following;

/**
 * `8 of 19 resources drifted (+2 side effects), 3 not checked`; the 19 are the checked resources, as in every report.
 */
export function verdictsText(counts: ListedAnalysis['counts']): string {
  const { following = 0 } = counts;
  const [drifted, unseen] = [driftedOf(counts), unseenOf(counts)];
  const resources = many(counts.resources, 'resource');
  const notChecked = `${unseen.toLocaleString('en')} not checked`;
  if (drifted + following === 0)
    return unseen === 0 ? resources : `${unseen.toLocaleString('en')} of ${resources} not checked`;
  const checked = many(counts.resources - counts.skipped - unseen, 'resource');
  const drift = `${drifted.toLocaleString('en')} of ${checked} drifted${sideEffectsText(following)}`;
  return unseen === 0 ? drift : `${drift}, ${notChecked}`;
}
