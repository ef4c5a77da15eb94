import { recall } from './dev-set.ts';
import type { Service } from './service.ts';
import { bm25, stems } from './bm25.ts';
import { incidentText } from '../../src/recall/embed.ts';
import type { Incident } from './compare.ts';
import {
  languages,
  newerIncidents,
  newerVoices,
  turnIncidents,
  turns,
  unrelated,
  voiceIncidents,
  voices,
  type Half,
  type Voice,
} from './voices.ts';

export type Check = { what: string; ok: boolean };

const HALVES: readonly Half[] = ['development', 'test'];
/** The similarity above which a match of an unrelated intent is a false alarm. */
const OFF_TOPIC = 0.28;
const MAX_OFF_TOPIC = 2;
const LEAST_DIRECTION = 0.9;
const IDENTIFIERS = 25;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const mean = (values: readonly boolean[]) => values.filter(Boolean).length / Math.max(1, values.length);

async function remember(service: Service, login: string, incidents: readonly Incident[]): Promise<void> {
  await service.call('POST', '/orgs', { login });
  for (const one of incidents) await service.call('POST', '/memory/incidents', { project: login, ...one });
}

type Set = { login: string; incidents: readonly Incident[] };

/** The share of intents whose incident is among the first five: of recall, and of BM25 with stemming. */
async function share(service: Service, { login, incidents }: Set, some: readonly Voice[]): Promise<string> {
  const ranked = bm25(
    incidents.map((one) => ({ id: one.id, text: incidentText(one) })),
    stems,
  );
  const found: boolean[] = [];
  for (const { intent, relevant } of some)
    found.push((await recall(service, login, intent, 5)).some(({ id }) => id === relevant));
  const words = some.map(({ intent, relevant }) => ranked(intent).slice(0, 5).includes(relevant));
  return `${percent(mean(found))} (${percent(mean(words))}) of ${some.length}`;
}

async function findVoices(service: Service): Promise<void> {
  const set = { login: 'voices', incidents: voiceIncidents };
  console.log(
    `\n${voices.length} intents in voices of many kinds, ${voiceIncidents.length} incidents; R@5 (BM25, stemmed)\n`,
  );
  for (const half of HALVES)
    for (const shares of [true, false]) {
      const some = voices.filter((one) => one.half === half && one.shares === shares);
      const about = shares ? 'that share a word with it' : 'without a word in common';
      console.log(`${half}: ${await share(service, set, some)} ${about}`);
    }
  const newest = { login: 'newer', incidents: newerIncidents };
  const unshared = newerVoices.filter(({ shares }) => !shares);
  const about = `newer than the phrase book, without a word in common, ${newerIncidents.length} incidents`;
  console.log(`test: ${await share(service, newest, unshared)} ${about}`);
}

async function isRightWay(service: Service, { intent, relevant, opposite }: (typeof turns)[number]): Promise<boolean> {
  const ids = (await recall(service, 'turns', intent, 50)).map(({ id }) => id);
  const at = (id: string) => (ids.includes(id) ? ids.indexOf(id) : Infinity);
  return at(relevant) < at(opposite);
}

/** The share of intents that rank an incident before the one in the other direction. */
async function directionChecks(service: Service): Promise<Check[]> {
  const checks: Check[] = [];
  for (const half of HALVES) {
    const right: boolean[] = [];
    for (const turn of turns.filter((one) => one.half === half)) right.push(await isRightWay(service, turn));
    const what = `direction ${percent(mean(right))} of ${right.length} (${half}), at least ${percent(LEAST_DIRECTION)}`;
    checks.push({ what, ok: mean(right) >= LEAST_DIRECTION });
  }
  return checks;
}

async function identifierCheck(service: Service): Promise<Check> {
  const some = Array.from(
    { length: IDENTIFIERS },
    (_, i) => voiceIncidents[Math.floor((i * voiceIncidents.length) / IDENTIFIERS)]!,
  );
  const found: boolean[] = [];
  for (const { id, resource } of some)
    found.push((await recall(service, 'voices', resource, 5)).some((one) => one.id === id));
  const hits = found.filter(Boolean).length;
  return {
    what: `${hits} of ${IDENTIFIERS} addresses find their incident, at least ${IDENTIFIERS}`,
    ok: hits === IDENTIFIERS,
  };
}

async function languageCheck(service: Service): Promise<Check> {
  let hits = 0;
  for (const { intent, relevant } of languages)
    if ((await recall(service, 'voices', intent, 5)).some(({ id }) => relevant.includes(id))) hits += 1;
  const what = `${hits} of ${languages.length} intents in other languages find what they name, at least ${languages.length}`;
  return { what, ok: hits === languages.length };
}

async function offTopicCheck(service: Service): Promise<Check> {
  let above = 0;
  for (const { intent } of unrelated)
    if ((await recall(service, 'voices', intent, 1)).some((one) => one.similarity > OFF_TOPIC)) above += 1;
  const what = `${above} of ${unrelated.length} unrelated intents above ${OFF_TOPIC}, at most ${MAX_OFF_TOPIC}`;
  return { what, ok: above <= MAX_OFF_TOPIC };
}

/** Stores the incidents of voices/ in three organizations, and measures what is found of them. */
export async function evaluateVoices(service: Service): Promise<Check[]> {
  await remember(service, 'voices', voiceIncidents);
  await remember(service, 'turns', turnIncidents);
  await remember(service, 'newer', newerIncidents);
  await findVoices(service);
  return [
    ...(await directionChecks(service)),
    await identifierCheck(service),
    await languageCheck(service),
    await offTopicCheck(service),
  ];
}
