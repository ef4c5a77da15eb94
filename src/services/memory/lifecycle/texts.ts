import type { Json } from '../../../base/json.ts';
import { visible } from '../../../base/visible.ts';
import type { AttributeDrift, Finding } from '../../../engine/model/analysis.ts';
import { differences, structureOf, type Difference } from '../../../engine/value/difference.ts';
import { inline, inlinePair } from '../../../engine/value/inline.ts';
import { incidentSummary, type TaggedFinding } from '../../../engine/report/sentence/sentence.ts';

/** The texts of an incident. */
export type Texts = { summary: string; details: string | null };

/** The number of attributes listed one by one. */
const MAX_ATTRIBUTES = 20;
/** The number of lines about one attribute. */
const MAX_LINES = 10;
/** The number of characters shown of a value. */
const MAX_VALUE_LENGTH = 200;
/** The number of notes about other drift, and of lines in each. */
const MAX_NOTES = 10;
const NOTE_LINES = 5;
/** The maximal length of a summary that includes the previous one. */
const MAX_SUMMARY_LENGTH = 500;

const short = (text: string) =>
  text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…` : text;
const capped = (lines: string[], most: number, mark: string) =>
  lines.length > most ? [...lines.slice(0, most), `${mark} and ${lines.length - most} more`] : lines;

function changed(label: string, before: Json, after: Json): string {
  const [was, is] = inlinePair(before, after);
  return `${label}: ${short(was)} → ${short(is)}`;
}

function innerLine(difference: Difference): string {
  const { kind, path } = difference;
  if (kind === 'changed') return `  ~ ${changed(path, difference.before, difference.after)}`;
  if (kind === 'reordered') return `  ~ ${path === '' ? '' : `${path}: `}in another order`;
  const label = path === '[]' ? '' : `${path}: `;
  return `  ${kind === 'added' ? '+' : '-'} ${label}${short(inline(difference.value))}`;
}

/** The change of an attribute: short values side by side; for structures, the added, removed and changed elements. */
function linesOf({ path, before, after, sensitive }: AttributeDrift): string[] {
  const label = `- ${visible(path)}`;
  const inner = sensitive || !(structureOf(before) ?? structureOf(after)) ? [] : differences(before, after);
  if (inner.length === 0 || inner.some((one) => one.kind === 'changed' && one.path === ''))
    return [changed(label, before, after)];
  return [`${label}:`, ...capped(inner.map(innerLine), MAX_LINES, '  …')];
}

/** The message and attributes of a finding, which is masked already; invisible characters are made visible. */
function detailsOf({ message, attributes }: Finding): string {
  const lines = attributes.slice(0, MAX_ATTRIBUTES).flatMap(linesOf);
  const more = attributes.length - MAX_ATTRIBUTES;
  if (more > 0) lines.push(`- and ${more} more`);
  return [visible(message), ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n');
}

/** The texts of an incident with this finding. */
export function textsOf(drift: TaggedFinding): Texts & { details: string } {
  return { summary: incidentSummary(drift), details: detailsOf(drift.finding) };
}

const EARLIER = 'Earlier: ';
const ALSO = 'Also found: ';
const isNote = (paragraph: string) => paragraph.startsWith(EARLIER) || paragraph.startsWith(ALSO);
/** The summary that a note quotes. */
const sentenceOf = (note: string) =>
  (note.split('\n')[0] ?? '').slice(note.startsWith(ALSO) ? ALSO.length : EARLIER.length);
const paragraphs = (text: string | null) => (text === null ? [] : text.split('\n\n'));

/** The notes of details, with another one unless it is there already; without notes that repeat the summary. */
function notesWith(details: string | null, summary: string, note: string): string[] {
  const notes = paragraphs(details).filter(isNote);
  const all = notes.some((one) => sentenceOf(one) === sentenceOf(note)) ? notes : [...notes, note];
  return all.filter((one) => sentenceOf(one) !== summary).slice(0, MAX_NOTES);
}

/** Keeps the texts of an incident, and adds a note about a finding unless its lines are there already. */
export function textsWithNote({ summary, details }: Texts, now: Texts, { attributes }: Finding): Texts {
  const known = new Set(details?.split('\n'));
  const lines = attributes.slice(0, MAX_ATTRIBUTES).flatMap(linesOf);
  if (now.summary === summary || lines.every((line) => known.has(line))) return { summary, details };
  const note = [`${ALSO}${now.summary}`, ...capped(lines, NOTE_LINES, '-')].join('\n');
  const text = paragraphs(details).filter((one) => !isNote(one));
  return { summary, details: [...text, ...notesWith(details, summary, note)].join('\n\n') };
}

/**
 * The texts of an incident with a new summary. The details keep the previous summary. So does the summary itself,
 * unless the finding covers every attribute of the incident (`whole`).
 */
export function rewrittenTexts(before: Texts, now: Texts, whole: boolean): Texts {
  const both = `${now.summary}; before that: ${before.summary}`;
  const summary = whole || before.summary === now.summary || both.length > MAX_SUMMARY_LENGTH ? now.summary : both;
  const notes = notesWith(before.details, summary, `${EARLIER}${before.summary}`);
  return { summary, details: [now.details, ...notes].join('\n\n') };
}
