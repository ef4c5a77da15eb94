import { isObject } from '../../base/json.ts';
import type { ListedFinding } from '../../engine/report/totals.ts';
import { isBorneOut } from './claims.ts';
import type { AskedFinding } from './prompt.ts';

const MAX_SENTENCE = 300;

/**
 * The letters of English and the signs of sentences: numbers, addresses, ids, links, mentions, markup and commands need others, and
 * letters that look like these (`ｓａｆｅ`, `ſafe`) would keep a word from what is checked below.
 */
const PLAIN = /^(?:[A-Za-z '"“”‘’()–—]|[.,:;!?](?= |["”’)]|$)|(?<=[A-Za-z])-(?=[A-Za-z]))+[.!?]["”’)]?$/;

/** Numbers in words; `one` is left out, since it also stands for somebody or something. */
const NUMBER_WORD =
  /\b(zero|two|three|(four|six|seven|eight|nine)(teen|ty)?|five|ten|eleven|twelve|(thir|fif)(teen|ty)|eighteen|eighty|twenty|forty|hundreds?|thousands?|millions?|dozens?|half|twice|thrice|couple|double[ds]?|triple[ds]?|percent)\b/i;

/** Signs inside of a word, which stays the same with them: `harm-less`, `sa’fe`. */
const INSIDE = /(?<=[a-z])[-'"“”‘’()–—]+(?=[a-z])/g;

const SEVERITY_WORD = /\b(critical)\b|\b(high|medium|low)(?=[ -]severity)/g;

/** Whether each word with a capital in the middle of a sentence is one of the finding. */
function areCapitalsKnown(sentence: string, evidence: string): boolean {
  const known = new Set(evidence.match(/\p{L}+/gu));
  const words = sentence.match(/(?<=[\p{L},]["'”’)]?[\s-]+)\p{Lu}\p{L}*/gu) ?? [];
  return words.every((word) => known.has(word.toLowerCase()));
}

/** The rule that a sentence about a finding breaks; undefined where it breaks none. */
function wrongIn(sentence: string, { listed: { severity }, evidence }: AskedFinding): string | undefined {
  if (sentence.length > MAX_SENTENCE) return 'length';
  if (!PLAIN.test(sentence)) return 'characters';
  const lower = sentence.toLowerCase();
  const readings = [lower, lower.replaceAll(INSIDE, '')];
  if (readings.some((text) => NUMBER_WORD.test(text))) return 'numbers';
  if (!areCapitalsKnown(sentence, evidence)) return 'capitals';
  if (!readings.every((text) => isBorneOut(text, evidence))) return 'claims';
  const severities = [...lower.matchAll(SEVERITY_WORD)].map(([, worst, other]) => worst ?? other);
  return severities.every((word) => word === severity) ? undefined : 'severity';
}

/** The JSON object that an answer is, in a code block or not. */
function parsed(answer: string): Record<string, unknown> | undefined {
  try {
    const document: unknown = JSON.parse(answer.trim().replace(/^```(?:json)?\n([^]*)\n```$/, '$1'));
    return isObject(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a model's answer: a JSON object of sentences by the ids of the findings that they are about. One sentence that breaks a rule
 * spoils them all, since a model that was misled in one place may have been in others.
 * @param findings those that the model was asked about, the worst first; the answer has to be about the first one
 * @returns the sentences, or the rule that the answer breaks
 */
export function readSentences(
  answer: string,
  findings: readonly AskedFinding[],
): { sentences: ReadonlyMap<ListedFinding, string> } | { wrong: string } {
  const document = parsed(answer);
  if (!document) return { wrong: 'format' };
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  const sentences = new Map<ListedFinding, string>();
  for (const [id, sentence] of Object.entries(document)) {
    const finding = byId.get(id);
    if (!finding) return { wrong: 'findings' };
    const wrong = typeof sentence === 'string' ? wrongIn(sentence, finding) : 'format';
    if (wrong !== undefined) return { wrong };
    sentences.set(finding.listed, String(sentence));
  }
  const [worst] = findings;
  return worst && sentences.has(worst.listed) ? { sentences } : { wrong: 'findings' };
}
