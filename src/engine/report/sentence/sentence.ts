import type { Finding } from '../../model/analysis.ts';
import { maskText } from '../../mask/mask.ts';
import { addressIn } from './act.ts';
import { calledText } from './called.ts';
import { cut, plain } from '../wording/clean.ts';
import { clausesFor } from './clauses.ts';
import { placeOf } from './place.ts';
import { subjectOf } from '../wording/types/table.ts';
import { join, labelOf } from '../wording/words.ts';

const LONGEST = 500;
const TOLD = 3;

/** `outside Terraform in prod (eu-west-1)`; what only follows names what it follows from. */
export function circumstances({ finding, tags }: Told): string {
  const cause = finding.caused_by && addressIn(finding.caused_by.resource);
  const how = cause === undefined ? 'outside Terraform' : `together with a change to ${cause} outside Terraform`;
  return [how, placeOf(finding, tags)].filter((one) => one !== '').join(' ');
}

/** That it is gone, as which thing (`the SNS topic`), and what comes of it. */
function deletion(finding: Finding, where: string, named: boolean): string {
  const subject = subjectOf(finding.type);
  const noun = subject?.noun ?? labelOf(finding.type.replace(/^[a-z]+_/, ''));
  const called = subject?.calls === true ? calledText(finding.cloud_id) : undefined;
  const consequence = called === undefined ? subject?.so : `the rule no longer ${called}`;
  const so = consequence === undefined ? '' : `, so that ${consequence}`;
  const thing = named ? `${noun} ${addressIn(finding.resource)}` : noun;
  return `the ${thing} ${subject?.gone ?? 'was deleted'} ${where}${so}`;
}

const SWITCHED = /^(.+) (?:was|were) (switched (?:on|off))$/;

/** What was switched the same way, in one clause: `the one and the other were switched off`. */
function switched(texts: readonly string[]): string[] {
  const ways = Map.groupBy(texts, (text) => SWITCHED.exec(text)?.[2] ?? text);
  return [...ways].flatMap(([way, those]) =>
    those.length > 1 ? [`${join(those.map((text) => SWITCHED.exec(text)?.[1] ?? text))} were ${way}`] : those,
  );
}

/** So many clauses in one, with how many more there are. */
function together(texts: readonly string[], most: number): string {
  const shown = switched(texts.slice(0, most));
  const more = Math.max(texts.length - most, 0);
  if (more > 0) shown.push(more === 1 ? '1 more change was made' : `${more} more changes were made`);
  return join(shown, shown.length);
}

/** What differs, the worst first, as much as there is room for where `around` goes with it. */
function change(finding: Finding, around: (changes: string) => string = (changes) => changes): string {
  const found = clausesFor(finding, subjectOf(finding.type)).map(({ text }) => text);
  const texts = found.length === 0 ? ['the settings were changed'] : found;
  const tries = Array.from({ length: TOLD }, (_, i) => around(together(texts, TOLD - i)));
  return tries.find((text) => text.length <= LONGEST) ?? tries.at(-1) ?? '';
}

/** The same on which resource, and where. */
const changeOf = (told: Told): string =>
  change(told.finding, (changes) => {
    const on = changes.endsWith(' on') ? 'for' : 'on';
    return `${changes} ${on} ${addressIn(told.finding.resource)} ${circumstances(told)}`;
  });

/** A sentence begins with a capital, unless it begins with a name. */
export const capital = (text: string) => text.replace(/^[a-z](?=[a-z-]* )/, (letter) => letter.toUpperCase());

/** A finding, and the tags of its resource, both masked already. */
export type Told = { finding: Finding; tags?: Readonly<Record<string, string>> };

/**
 * What an engineer would have written down about a finding: what became of what, on which resource, where. One line of at
 * most 500 characters without a full stop, in words that people look for; nothing that is masked is in it. The same finding,
 * the same sentence.
 */
export function incidentSummary(told: Told): string {
  const { finding } = told;
  return clean(capital(finding.kind === 'deleted' ? deletion(finding, circumstances(told), true) : changeOf(told)));
}

const clean = (text: string) => cut(plain(maskText(plain(text))), LONGEST).replace(/[\s.]+$/, '');

/** The same in the same words, as a clause for where its resource stands beside it: what became of what, the worst first. */
export const findingClause = (finding: Finding): string =>
  clean(finding.kind === 'deleted' ? deletion(finding, 'outside Terraform', false) : change(finding));
