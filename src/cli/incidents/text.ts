import { visible, visibleLines } from '../../base/visible.ts';
import type { Incident } from '../../services/memory/incident.ts';
import { wrap } from '../../texts/width.ts';
import { summaryText, tracesText } from '../../texts/seen-before.ts';

const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** How often drift was seen, and since when. */
function seen({ times_seen, first_seen_at, last_seen_at }: Incident): string[] {
  if (first_seen_at === null) return [];
  const times = `Seen ${times_seen === 1 ? 'once' : `${times_seen} times`}`;
  const last = last_seen_at === null || last_seen_at === first_seen_at ? '' : `, last ${minute(last_seen_at)}`;
  return [`${times}, first ${minute(first_seen_at)}${last}.`];
}

const ENDINGS: Readonly<Record<NonNullable<Incident['resolution']>, string>> = {
  reverted: 'Reverted: the cloud is as the state says again',
  codified: 'Codified: the state was made to follow',
  removed_from_state: 'Removed from the state',
  ignored: 'Taken out by an ignore rule',
  superseded: 'Became drift of the other kind',
};

function ended({ resolution, resolved_at }: Incident): string[] {
  const when = resolved_at === null ? '' : `, ${minute(resolved_at)}`;
  if (resolution !== null) return [`${ENDINGS[resolution]}${when}.`];
  return resolved_at === null ? [] : [`Over${when}.`];
}

/** The earlier incidents that it was like when it was opened. */
function alike({ resource, similar }: Incident): string[] {
  if (similar.length === 0) return [];
  const lines = similar.flatMap((one) => [`  ${one.date}  ${summaryText(one)}`, `    ${tracesText(one, resource)}`]);
  return ['', 'Seen before', ...lines.map(visible)];
}

/**
 * An incident for people to read: what is known of it, what was written of it, and what it was like; in lines of at most
 * `room` columns where that is given.
 */
export function incidentText(incident: Incident, room = Number.POSITIVE_INFINITY): string {
  const { date, status, severity, kind, resource, state_key, region, account_id, attributes, summary, details } =
    incident;
  const known = (...parts: (string | null)[]) =>
    parts
      .filter((part) => part !== null)
      .map(visible)
      .join('  ');
  const place = known(state_key, region, account_id);
  const head = [
    known(date, status, severity, kind, resource),
    ...(place === '' ? [] : [place]),
    ...(attributes.length === 0 ? [] : [visible(attributes.join(', '))]),
    ...seen(incident),
    ...ended(incident),
    ...(incident.previous_id === null ? [] : [visible(`It was there before: ${incident.previous_id}`)]),
    ...(incident.next_id === null ? [] : [visible(`It came back: ${incident.next_id}`)]),
  ];
  const texts = [summary, details].flatMap((text) => (text === null ? [] : ['', visibleLines(text)]));
  const lines = [...head, ...texts, ...alike(incident)].join('\n').split('\n');
  return lines.flatMap((line) => wrap(line, room)).join('\n');
}
