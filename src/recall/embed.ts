import { directionOf } from './direction.ts';
import { WAYS } from './direction-words.ts';
import { expand } from './glossary.ts';
import { familiesMeant, familiesOf, type Intents } from './intents.ts';
import type { RecallModel } from './model.ts';
import { textVector } from './text-vector.ts';
import { scaleTo } from './unit.ts';

/** The built-in embedding. */
export type Recall = {
  /** Of the table, the phrase book and the way vectors are computed. Vectors of different ids cannot be compared. */
  id: string;
  table: RecallModel;
  intents: Intents;
};

/** Shares of the direction and the intents in a vector, chosen by the development half of bench/recall. */
const [DIRECTION, INTENTS] = [0.05, 0.15];
/** Shares of the phrases of its families in the meaning of an intent and of an incident, likewise. */
const [OF_INTENT, OF_INCIDENT] = [0.3, 0.2];

type Meant = { weights: Float32Array; phrases: Float32Array; confidence: number };

/**
 * Puts a vector together: words, direction, intents. Parts that are zero leave their shares to the others. Where no
 * phrase is near, as for what has nothing to do with a cloud, the direction counts half.
 */
function compose(
  text: string,
  words: Float32Array,
  { weights, phrases, confidence }: Meant,
  most: number,
): Float32Array {
  const share = most * confidence;
  const about = Float32Array.from(words);
  // Only of the meaning: the words themselves stay few, so that most numbers are zero and comparing takes less time.
  for (const [i, phrase] of phrases.entries()) about[i] = (1 - share) * words[i]! + share * phrase;
  const direction = directionOf(text);
  const parts = [
    { numbers: about, square: 1 - DIRECTION - INTENTS },
    { numbers: WAYS.map((way) => direction[way]), square: (DIRECTION * (1 + confidence)) / 2 },
    { numbers: weights, square: INTENTS * confidence },
  ];
  const vector = new Float32Array(words.length + WAYS.length + weights.length);
  let at = 0;
  for (const { numbers, square } of parts) {
    vector.set(numbers, at);
    scaleTo(vector.subarray(at, (at += numbers.length)), square);
  }
  scaleTo(vector, 1);
  return vector;
}

const isZero = (vector: Float32Array) => vector.every((value) => value === 0);

/** The words of a text, and the families whose terms it has. */
function read({ table, intents }: Recall, text: string) {
  const expanded = expand(table.glossary, text);
  return { words: textVector(table, text, expanded), named: familiesOf(intents, `${text} ${expanded}`) };
}

const empty = ({ table, intents: { families } }: Recall) =>
  new Float32Array(table.dense + table.lexical + WAYS.length + families.length);

/**
 * Embeds what somebody says. The more similar it is to an incident, the greater is the inner product of the vectors,
 * which are unit vectors: it is the cosine. Their dimensions are the meaning of the words, the words, the direction of
 * the change (one dimension a scale, so that opposites are farther apart), and the intents of the phrase book (one
 * dimension a family). Who uses the terms of an incident means its families, so the text of an incident is most similar
 * to itself; else the nearest phrases decide. Zero for a text without words, which is similar to nothing.
 */
export function embedIntent(recall: Recall, text: string): Float32Array {
  const { words, named } = read(recall, text);
  if (isZero(words)) return empty(recall);
  if (named.confidence === 1) return compose(text, words, named, OF_INCIDENT);
  return compose(text, words, familiesMeant(recall.intents, words), OF_INTENT);
}

/** Embeds the text of an incident in the same dimensions. */
export function embedIncident(recall: Recall, text: string): Float32Array {
  const { words, named } = read(recall, text);
  return isZero(words) ? empty(recall) : compose(text, words, named, OF_INCIDENT);
}

/**
 * Removed because all drift has these words. They distinguish no incident, and reduce the weight of the change itself.
 */
const COMMON = ' outside Terraform';

/** The text from which an incident's vector is computed. */
export function incidentText({ resource, summary }: { resource: string; summary: string }): string {
  return `${resource}: ${summary.replace(COMMON, '')}`;
}
