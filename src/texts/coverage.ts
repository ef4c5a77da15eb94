import { counted } from '../base/plural.ts';
import type { Coverage, StateReport } from '../engine/model/analysis.ts';
import { reasonText } from '../engine/report/wording/unchecked.ts';
import type { Part } from './bounded.ts';
import { gaps, type Gap } from './grouping.ts';
import { shortSpan } from './markup.ts';
import { present } from './present.ts';

const MAX_NAMES = 10;
const MAX_KINDS = 5;
const NAME = 150;
const DETAIL = 300;

/** The instances and states that were not checked, and the number of instances in scope. */
export type Unchecked = { gaps: readonly Coverage[]; inScope: number; unreadable: readonly StateReport[] };

/** The text of a reason code. An unknown code is treated as foreign text. */
const why = (gap: Gap): string => {
  const text = reasonText(gap);
  return /^[a-z, ]{1,80}$/.test(text) ? text : shortSpan(text, NAME);
};

/** `**unreadable** (access was denied)`. An unconfirmed deletion has no further reason. */
const titleOf = (gap: Gap): string =>
  gap.verdict === 'suspect' ? `**${why(gap)}**` : `**${gap.verdict}** (${why(gap)})`;

function kindsText(open: readonly Coverage[]): string {
  const kinds = gaps({ coverage: open }).map((gap) => `${why(gap)} (${gap.total.toLocaleString('en-US')})`);
  const rest = kinds.length - MAX_KINDS;
  return [...kinds.slice(0, MAX_KINDS), ...(rest > 0 ? [`${rest} more reasons`] : [])].join(', ');
}

/** `3 of 120 resources not checked: access was denied (2), no answer in time (1).` Empty if all were checked. */
export function coverageSentence({ gaps: open, inScope, unreadable }: Unchecked): string {
  const kinds = kindsText(open);
  const instances = `${open.length.toLocaleString('en-US')} of ${counted(inScope, 'resource')} not checked`;
  return present(
    open.length > 0 && `${instances}: ${kinds}.`,
    unreadable.length > 0 && `${counted(unreadable.length, 'state')} not checked.`,
  ).join(' ');
}

/** Lists the unchecked states, and the instances by reason. All parts have the same rank. */
export function coverageParts({ gaps: open, unreadable }: Unchecked, rank: number): Part[] {
  const states = unreadable.map(({ key, code, detail }) => ({
    rank,
    text: () => `- state ${shortSpan(key, NAME)}: ${shortSpan(detail ?? code ?? 'unreadable', DETAIL)}`,
  }));
  const instances = gaps({ coverage: open }).flatMap((gap) =>
    gap.details.map(({ detail, instances }) => {
      const names = instances.slice(0, MAX_NAMES).map(({ resource }) => shortSpan(resource, NAME));
      const rest = instances.length - names.length;
      const list = `${names.join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en-US')} more` : ''}`;
      const said = detail === '' ? '' : `\n  ${shortSpan(detail, DETAIL)}`;
      return { rank, text: () => `- ${titleOf(gap)}: ${list}${said}` };
    }),
  );
  return [...states, ...instances];
}
