import type { Recall } from './embed.ts';
import { featuresOf } from './features.ts';
import { expand } from './glossary.ts';
import { nearestOf } from './intents.ts';
import { textVector } from './text-vector.ts';

/** The reasons why an incident resembles an intent; both may be empty. */
export type Why = {
  /** The phrase of the incident's families that is nearest to the intent, if one is near. */
  phrase: string | undefined;
  /** The words of the intent that the incident has, too, in some form. */
  words: string[];
};

const WORD = /[A-Za-z0-9][A-Za-z0-9_./:-]*[A-Za-z0-9]|[A-Za-z0-9]/g;

/** Explains a match to people: by the phrase book and by words. The similarity has further reasons: meaning, direction. */
export function whyOf({ table, intents }: Recall, intent: string, incident: string): Why {
  const { weights: known } = featuresOf(incident, table.stop);
  const isShared = (word: string) =>
    [...featuresOf(word, table.stop).weights.keys()].some((feature) => known.has(feature));
  const words = new Set([...intent.matchAll(WORD)].map(([word]) => word).filter(isShared));
  const named = `${incident} ${expand(table.glossary, incident)}`;
  return { phrase: nearestOf(intents, textVector(table, intent), named), words: [...words] };
}
