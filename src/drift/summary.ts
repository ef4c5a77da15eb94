import { plural } from '../base/plural.ts';
import type { Analysis, Finding } from './analysis.ts';
import { TOLD, type Tally } from './tally.ts';

const numberOf = ({ findings }: Tally, kind?: Finding['kind']): number =>
  findings.reduce((sum, one) => sum + (kind === undefined || one.kind === kind ? one.count : 0), 0);

function headline({ tally }: Summed): string {
  const { counts } = tally;
  const findings = numberOf(tally);
  const looked = counts.in_sync + counts.changed + counts.deleted;
  if (looked === 0) return 'Nothing was looked at, so nothing can be said about drift.';
  if (findings === 0) return `No drift: ${plural(looked, 'resource')} as the state says.`;
  const { consequences } = tally;
  const changed = counts.changed - consequences;
  const parts = [changed > 0 && `${changed} changed`, counts.deleted > 0 && `${counts.deleted} deleted`];
  const more =
    consequences > 0
      ? ` ${plural(consequences, 'more resource')} only ${consequences === 1 ? 'follows' : 'follow'} from that.`
      : '';
  return `Drift in ${findings - consequences} of ${plural(looked, 'resource')}: ${parts.filter(Boolean).join(', ')}.${more}`;
}

function told(tally: Tally): string[] {
  const lines = tally.worst.map(({ severity, message }) => `${severity}: ${message}`);
  const more = numberOf(tally) - tally.consequences - lines.length;
  return lines.length === TOLD && more > 0 ? [...lines, `… and ${plural(more, 'more finding')}.`] : lines;
}

function advice(tally: Tally): string[] {
  const lines: string[] = [];
  if (numberOf(tally, 'changed') > tally.consequences)
    lines.push('For each change, decide: apply to revert it, or write it into the configuration and apply to keep it.');
  if (numberOf(tally, 'deleted') > 0)
    lines.push(
      'What was deleted is made again by the next apply; if it is gone on purpose, remove it from the configuration.',
    );
  return lines;
}

function honesty({ tally: { counts }, states }: Summed): string[] {
  const unread = states.filter((state) => state.status !== 'read').length;
  const parts = [
    unread > 0 && `${plural(unread, 'state')} could not be read`,
    counts.unreadable > 0 && `${plural(counts.unreadable, 'resource')} could not be read`,
    counts.unsupported > 0 && `${plural(counts.unsupported, 'resource')} had no provider that can read them`,
    counts.suspect > 0 && `${plural(counts.suspect, 'deletion')} could not be confirmed`,
  ].filter((part) => part !== false);
  return parts.length === 0
    ? []
    : [`Not everything was looked at: ${parts.join('; ')}. The coverage says which and why.`];
}

export type Summed = Pick<Analysis, 'states' | 'error'> & { tally: Tally };

/** What an engineer would write under the analysis: what changed, why it matters, what to do. The same input, the same text. */
export function summarise(summed: Summed): string {
  if (summed.error) return `The analysis could not be made: ${summed.error.detail}`;
  const { tally } = summed;
  return [headline(summed), ...told(tally), ...advice(tally), ...honesty(summed)].join('\n');
}
