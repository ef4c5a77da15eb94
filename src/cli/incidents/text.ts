import { visible, visibleLines } from '../../base/visible.ts';
import type { Incident } from '../../services/memory/incident.ts';
import { present } from '../../texts/present.ts';
import { wrap } from '../../texts/width.ts';
import { summaryText, tracesText } from '../../texts/seen-before.ts';

const minute = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

function seen({ times_seen, first_seen_at, last_seen_at }: Incident): string[] {
  if (first_seen_at === null) return [];
  const times = `Seen ${times_seen === 1 ? 'once' : `${times_seen} times`}`;
  const last = last_seen_at === null || last_seen_at === first_seen_at ? '' : `, last ${minute(last_seen_at)}`;
  return [`${times}, first ${minute(first_seen_at)}${last}.`];
}

const RESOLUTIONS: Readonly<Record<NonNullable<Incident['resolution']>, string>> = {
  reverted: 'Reverted: the cloud matches the state again',
  codified: 'Codified: the state was updated',
  removed_from_state: 'Removed from the state',
  source_removed: 'State source removed',
  ignored: 'Hidden by an ignore rule',
  superseded: 'Superseded by drift of the other kind',
};

function resolutionLines({ resolution, resolved_at }: Incident): string[] {
  const when = resolved_at === null ? '' : `, ${minute(resolved_at)}`;
  if (resolution !== null) return [`${RESOLUTIONS[resolution]}${when}.`];
  return resolved_at === null ? [] : [`Resolved${when}.`];
}

/** The similar incidents when it was opened. */
function similarLines({ resource, similar }: Incident): string[] {
  if (similar.length === 0) return [];
  const lines = similar.flatMap((one) => [`  ${one.date}  ${summaryText(one)}`, `    ${tracesText(one, resource)}`]);
  return ['', 'Seen before', ...lines.map(visible)];
}

/** An incident for people: its facts, its text, and similar incidents; wrapped to `room` columns if given. */
export function incidentText(incident: Incident, room = Number.POSITIVE_INFINITY): string {
  const { date, status, severity, kind, resource, state_key, region, account_id, attributes, summary, details } =
    incident;
  const head = present(
    present(date, status, severity, kind, resource).join('  '),
    present(state_key, region, account_id).join('  '),
    attributes.join(', '),
    ...seen(incident),
    ...resolutionLines(incident),
    incident.previous_id !== null && `Previous incident: ${incident.previous_id}`,
    incident.next_id !== null && `Next incident: ${incident.next_id}`,
  ).map(visible);
  const texts = [summary, details].flatMap((text) => (text === null ? [] : ['', visibleLines(text)]));
  const lines = [...head, ...texts, ...similarLines(incident)].join('\n').split('\n');
  return lines.flatMap((line) => wrap(line, room)).join('\n');
}
