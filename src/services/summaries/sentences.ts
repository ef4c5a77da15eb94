import { isObject } from '../../base/json.ts';
import type { ListedFinding } from '../../engine/report/totals.ts';
import { isBorneOut } from './claims.ts';
import type { AskedFinding } from './prompt.ts';

const MAX_SENTENCE = 300;

/**
 * English letters and punctuation. Numbers, addresses, ids, links, mentions, markup and commands need other characters.
 * Letters that resemble these (`ｓａｆｅ`, `ſafe`) would hide a word from the checks below.
 */
const PLAIN = /^(?:[A-Za-z '"“”‘’()–—]|[.,:;!?](?= |["”’)]|$)|(?<=[A-Za-z])-(?=[A-Za-z]))+[.!?]["”’)]?$/;

/** Numbers in words; `one` is left out, since it also stands for somebody or something. */
const NUMBER_WORD =
  /\b(zero|two|three|(four|six|seven|eight|nine)(teen|ty)?|five|ten|eleven|twelve|(thir|fif)(teen|ty)|eighteen|eighty|twenty|forty|hundreds?|thousands?|millions?|dozens?|half|twice|thrice|couple|double[ds]?|triple[ds]?|percent)\b/i;

/** Punctuation inside a word, which reads the same with it: `harm-less`, `sa’fe`. */
const INSIDE = /(?<=[a-z])[-'"“”‘’()–—]+(?=[a-z])/g;

const SEVERITY_WORD = /\b(critical)\b|\b(high|medium|low)(?=[ -]severity)/g;

/** True if every capitalized word within a sentence is a word of the finding. */
function areCapitalsKnown(sentence: string, evidence: string): boolean {
  const known = new Set(evidence.match(/\p{L}+/gu));
  const words = sentence.match(/(?<=[\p{L},]["'”’)]?[\s-]+)\p{Lu}\p{L}*/gu) ?? [];
  return words.every((word) => known.has(word.toLowerCase()));
}

/** The rule that a sentence about a finding breaks; undefined if it breaks none. */
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

/** The JSON object of an answer, with or without a code block around it. */
function parsed(answer: string): Record<string, unknown> | undefined {
  try {
    const document: unknown = JSON.parse(answer.trim().replace(/^```(?:json)?\n([^]*)\n```$/, '$1'));
    return isObject(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Parses a model's answer: a JSON object of sentences by the ids of their findings. One sentence that breaks a rule
 * invalidates all, since a model that was misled in one place may have been misled in others.
 * @param findings the findings in the prompt, the worst first; the answer has to include the first
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
