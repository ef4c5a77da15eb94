import { isObject, type Json } from '../../base/json.ts';
import type { Finding } from '../../engine/model/analysis.ts';
import { MASK } from '../../engine/mask/mask.ts';
import { addressIn } from '../../engine/report/sentence/act.ts';
import { plain } from '../../engine/report/wording/clean.ts';
import { incidentSummary } from '../../engine/report/sentence/sentence.ts';

/** The facts of a finding, in a form that a text about it can be checked against. */
export type FindingFacts = {
  finding: Finding;
  /** Its address as it is displayed. */
  address: string;
  /** The summary of its incident; `sayable` where it may be quoted: it holds no link and no text from outside. */
  what: string;
  sayable: boolean;
  /** All tokens that are no plain words: types, paths, ids, ranges, actions. */
  names: ReadonlySet<string>;
  /** Numbers in it that mean an amount, a port, a length. */
  numbers: ReadonlySet<string>;
  /** All of it in lower case, to search for words. */
  text: string;
};

const MAX_NAME_LENGTH = 300;
const MAX_LEAVES = 300;

/** Single values inside of a value; JSON in a text is read. */
function leaves(value: Json, into: (string | number)[] = []): (string | number)[] {
  if (into.length >= MAX_LEAVES || value === null || value === MASK) return into;
  if (typeof value === 'number') into.push(value);
  else if (typeof value === 'string') {
    const document = /^\s*[[{]/.test(value) ? parsed(value) : undefined;
    if (document === undefined) into.push(value);
    else leaves(document, into);
  } else if (Array.isArray(value)) for (const one of value) leaves(one, into);
  else if (isObject(value))
    for (const [key, one] of Object.entries(value)) {
      into.push(key);
      leaves(one, into);
    }
  return into;
}

function parsed(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Without the signs around it that belong to the sentence. */
const bare = (word: string) => word.replace(/^[(“"'‘]+/, '').replace(/[.,;:!?)”"'’…]+$/, '');

const NUMBER = /^\d+(?:\.\d+)?$/;

/** The numbers that a word is, or is made of: `22/tcp`, `8000-8100`, `50%`. */
function numbersIn(word: string): string[] {
  const parts = /^(\d+(?:\.\d+)?)(?:%|\/[a-z]+|-(\d+)(?:\/[a-z]+)?)?$/.exec(word);
  return parts ? [parts[1], parts[2]].filter((one) => one !== undefined) : [];
}

/** Matches a text like a resource's address: one of a finding, or an invention. */
const ADDRESS_LIKE = /(?:^|\.)[a-z][a-z0-9]*_\w+\.[A-Za-z_]/;

/** Signs that could make a mention, a link or a tag where the text is displayed. */
const MARKUP = /[@#<>[\]`|\\]/;

/** Whether a word differs from plain ones and is no link. */
const isName = (word: string) =>
  word.length <= MAX_NAME_LENGTH &&
  /[^\p{L}]/u.test(word) &&
  !NUMBER.test(word) &&
  !/\s|:\/\/|^www\./i.test(word) &&
  plain(word) === word;

/** A name that is a sentence, or leads elsewhere, is shown with its finding; nobody's text repeats it. */
const MAX_WORDS = 4;
const isRepeatable = (address: string) =>
  !/:\/\/|\bwww\.|@/i.test(address) && address.split(/\s+/).length <= MAX_WORDS && address.length <= MAX_NAME_LENGTH;

/** Extracts the facts of a finding. */
export function factsOf(finding: Finding): FindingFacts {
  const { resource, type, kind, attributes, severity_rule: rule = '', severity_reason: why = '' } = finding;
  const address = addressIn(resource);
  const what = incidentSummary({ finding });
  // What stands in quotes are values of several words: those are somebody else's text.
  const words = [what, why].flatMap((text) =>
    text
      .replaceAll(address, ' ')
      .replaceAll(/“[^”]*”?/g, ' ')
      .split(/\s+/)
      .map(bare),
  );
  const values = attributes.flatMap(({ before, after }) => [...leaves(before), ...leaves(after)]).map(String);
  const paths = attributes.flatMap(({ path }) => [path, /^[^.[]+/.exec(path)?.[0] ?? path]);
  const { state_key, region = '', account_id = '', cloud_id = '' } = finding;
  const texts = [...words, ...values, state_key, region, account_id, cloud_id].filter(
    (one) => !ADDRESS_LIKE.test(one) && !MARKUP.test(one),
  );
  const all = [...texts, ...paths, type];
  return {
    finding,
    address,
    what,
    sayable: isRepeatable(address) && !/:\/\/|[“”]|\bwww\./i.test(what),
    names: new Set([...(isRepeatable(address) ? [address] : []), ...all.filter(isName)]),
    numbers: new Set([...words, ...values].flatMap(numbersIn)),
    text: [what, why, kind, rule, ...all].join(' ').toLowerCase(),
  };
}
