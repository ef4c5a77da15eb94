import { readFileSync } from 'node:fs';
import { compare, type Comparison, type Incident, type Query } from './compare.ts';
import type { Service } from './service.ts';

/** The development set: incidents, intents of people with their relevant incidents, and unrelated intents. */
type Set = { incidents: Incident[]; queries: Query[]; offtopic: string[] };

export const devSet = JSON.parse(readFileSync(new URL('./dev.json', import.meta.url), 'utf8')) as Set;

type Match = { id: string; similarity: number };

/** The matches of a recall in a project. */
export async function recall(service: Service, project: string, intent: string, most = 10): Promise<Match[]> {
  const ask = { project, intent, top_k: most };
  return (await service.call<{ matches: Match[] }>('POST', '/memory/recall', ask)).matches;
}

/** Stores the set's incidents in the organization `eval`, and compares the results of its intents. */
export async function evaluateDevSet(service: Service): Promise<Comparison> {
  await service.call('POST', '/orgs', { login: 'eval' });
  for (const one of devSet.incidents) await service.call('POST', '/memory/incidents', { project: 'eval', ...one });
  return compare(devSet.incidents, devSet.queries, async (intent) =>
    (await recall(service, 'eval', intent)).map(({ id }) => id),
  );
}

/** The similarity of the best match of each intent; -1 without a match. */
async function bests(service: Service, intents: readonly string[]): Promise<number[]> {
  const found: number[] = [];
  for (const intent of intents) found.push((await recall(service, 'eval', intent, 1))[0]?.similarity ?? -1);
  return found;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Measures how well a similarity separates intents with relevant documents from unrelated intents. */
export async function separation(service: Service): Promise<string[]> {
  const on = await bests(
    service,
    devSet.queries.map(({ intent }) => intent),
  );
  const off = await bests(service, devSet.offtopic);
  const share = (of: number[], least: number) => percent(of.filter((one) => one >= least).length / of.length);
  const pairs = on.flatMap((one) => off.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)));
  const apart = pairs.reduce((sum: number, one) => sum + one, 0) / pairs.length;
  return [
    ...[0.25, 0.4].map(
      (least) =>
        `best match of ${least.toFixed(2)} or more: ${share(on, least)} of the intents, ${share(off, least)} of ${off.length} off-topic ones`,
    ),
    `the best match of an intent is more similar than that of an off-topic one in ${percent(apart)} of all pairs`,
  ];
}
