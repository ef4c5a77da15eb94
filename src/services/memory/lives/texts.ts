import type { Json } from '../../../base/json.ts';
import type { AttributeDrift, Finding } from '../../../drift/analysis.ts';
import { incidentSummary, type Told } from '../../../recall/sentence/summary.ts';

/** Attributes that are told one by one. */
const MOST = 20;
/** Characters of a value that help to remember what it was. */
const LONGEST = 200;

function valueText(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text;
}

const line = ({ path, before, after }: AttributeDrift) => `- ${path}: ${valueText(before)} → ${valueText(after)}`;

/** What is worth keeping of a finding besides its sentence; it was masked when it was made. */
function detailsOf({ message, attributes }: Finding): string {
  const told = attributes.slice(0, MOST).map(line);
  const more = attributes.length - told.length;
  if (more > 0) told.push(`- and ${more} more`);
  return [message, ...(told.length > 0 ? [told.join('\n')] : [])].join('\n\n');
}

/** What an incident says of a finding. */
export function textsOf(told: Told): { summary: string; details: string } {
  return { summary: incidentSummary(told), details: detailsOf(told.finding) };
}
