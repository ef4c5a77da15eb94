import { readFileSync } from 'node:fs';
import { hash32 } from '../../src/recall/features.ts';
import { stems } from './bm25.ts';
import type { Incident } from './compare.ts';

/** Half of every set is for development: weights are chosen by it. The other half is only measured. */
export type Half = 'development' | 'test';

/** An intent, the incident that should be found, and whether the two have a word in common. */
export type Voice = { half: Half; intent: string; relevant: string; shares: boolean };

/** An intent, the incident that it is about to repeat, and the one of the same resource in the other direction. */
export type Turn = { half: Half; intent: string; relevant: string; opposite: string };

const linesOf = (name: string) =>
  readFileSync(new URL(`./voices/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** By a hash of a text, so that additions move nothing from one half to the other. */
const halfOf = (text: string): Half => (hash32(text) % 2 === 0 ? 'development' : 'test');

type Said = Incident & { intents: string[] };

/** Reads incidents, each followed by lines `? intent`. */
function incidentsOf(name: string): Said[] {
  const all: Said[] = [];
  for (const line of linesOf(name)) {
    if (line.startsWith('? ')) all.at(-1)?.intents.push(line.slice(2));
    else {
      const [resource = '', summary = ''] = line.split(' | ');
      all.push({ id: `${name}-${String(all.length).padStart(3, '0')}`, resource, summary, intents: [] });
    }
  }
  return all;
}

const saidOf = incidentsOf('incidents');
const turned = incidentsOf('directions');
const plain = ({ id, resource, summary }: Said): Incident => ({ id, resource, summary });

export const voiceIncidents: Incident[] = saidOf.map(plain);
export const turnIncidents: Incident[] = turned.map(plain);

const voicesOf = (said: readonly Said[]): Voice[] =>
  said.flatMap(({ id, resource, summary, intents }) => {
    const words = new Set(stems(`${resource} ${summary}`));
    return intents.map((intent) => ({
      half: halfOf(intent),
      intent,
      relevant: id,
      shares: stems(intent).some((word) => words.has(word)),
    }));
  });

export const voices = voicesOf(saidOf);

/** A set that was written after the phrase book, and is only measured. */
const newer = incidentsOf('newer');
export const newerIncidents: Incident[] = newer.map(plain);
export const newerVoices = voicesOf(newer);

export const turns: Turn[] = turned.flatMap(({ id, resource, intents }, at) =>
  intents.map((intent) => ({
    half: halfOf(resource),
    intent,
    relevant: id,
    opposite: turned[at % 2 === 0 ? at + 1 : at - 1]!.id,
  })),
);

export const unrelated = linesOf('unrelated').map((intent) => ({ half: halfOf(intent), intent }));

/** Intents in other languages than English, and the incident of the resource that each is about. */
export const languages = linesOf('languages').map((line) => {
  const [intent = '', resource] = line.split(' | ');
  return { intent, relevant: saidOf.filter((one) => one.resource === resource).map(({ id }) => id) };
});
