import { SEVERITIES } from '../../api/severities.ts';
import { many } from '../../ui/text.tsx';
import type { ListedAnalysis } from './queries.ts';

type Trigger = ListedAnalysis['trigger'];

/** What analyses are started by. */
export const TRIGGER_WORDS: Record<Trigger['kind'], string> = {
  api: 'by hand',
  cli: 'on the command line',
  schedule: 'on schedule',
  push: 'by a push',
  pull_request: 'by a pull request',
  comment: 'by a comment',
  rerequest: 'by a check that was run again',
};

/** What a list is narrowed by: drift of some severity, and what is worse. */
export const AT_LEAST = [
  ['', 'Any'],
  ...SEVERITIES.map((one) => [one, one === 'critical' ? one : `${one} or worse`] as const),
] as const;

/** Why an analysis was made, in a few words: `by a pull request (#12)`. */
export function triggerText({ kind, ref, sha, pull_request: number }: Trigger): string {
  const about = [
    ...(number === undefined ? [] : [`#${number}`]),
    ...(ref === undefined ? [] : [ref]),
    ...(sha === undefined ? [] : [sha.slice(0, 7)]),
  ];
  return about.length === 0 ? TRIGGER_WORDS[kind] : `${TRIGGER_WORDS[kind]} (${about.join(' ')})`;
}

/** Which states an analysis was asked to look at: `states under production/`. */
export function scopeText({
  repo_full_name: repo,
  state_prefix: prefix,
}: Pick<ListedAnalysis, 'repo_full_name' | 'state_prefix'>): string {
  if (prefix === null) return repo ?? 'all states';
  return `${repo === null ? '' : `${repo}, `}states under ${prefix}`;
}

/** `3 of 9 resources`: how far an analysis is. */
export const progressText = ({ done, total }: ListedAnalysis['progress']): string =>
  `${done.toLocaleString('en')} of ${many(total, 'resource')}`;

/** How many instances could not be looked at: these may drift unseen. */
export const unseenOf = ({
  suspect,
  unreadable,
  unsupported,
}: Pick<ListedAnalysis['counts'], 'suspect' | 'unreadable' | 'unsupported'>): number =>
  suspect + unreadable + unsupported;

/** ` (2 only follow from others)`: after a number that they are counted in; nothing where there are none, or where nobody counted. */
export const followingText = (following = 0): string =>
  following === 0
    ? ''
    : ` (${following === 1 ? '1 only follows from another' : `${following.toLocaleString('en')} only follow from others`})`;

/**
 * `12 changed (2 only follow from others), 3 deleted, 2 could not be looked at`: what is worth telling of the verdicts. What follows
 * has changed, too: wherever the dashboard says how many have, it is counted in.
 */
export function verdictsText(counts: ListedAnalysis['counts']): string {
  const { changed, following, deleted, resources } = counts;
  const unseen = unseenOf(counts);
  const told = [
    ...(changed > 0 ? [`${changed.toLocaleString('en')} changed${followingText(following)}`] : []),
    ...(deleted > 0 ? [`${deleted.toLocaleString('en')} deleted`] : []),
    ...(unseen > 0 ? [`${unseen.toLocaleString('en')} could not be looked at`] : []),
  ];
  return `${told.length > 0 ? `${told.join(', ')} of ` : ''}${many(resources, 'resource')}`;
}
