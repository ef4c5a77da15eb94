/**
 * `npm run eval:recall`: how well recall finds what it should, through the API of a running server, beside BM25 over the same
 * texts. Fails when it falls below what it is held to. bench/recall/dev.json is the development set: intents of people, the
 * incidents that are relevant to each, and intents that have nothing to do with any.
 */
import { readFileSync } from 'node:fs';
import { temporaryDirectory } from '../../testkit/tmp.ts';
import { bm25, stems, words } from './bm25.ts';
import { meanQuality, qualityOf, type Quality } from './ranking.ts';
import { startService, type Service } from './service.ts';

const LEAST_R5 = 0.96;
const LEAST_LEAD = 0.15;
const WRITES = 1000;
const POSSIBLE = 0.25;

type Incident = { id: string; resource: string; summary: string };
type Set = { incidents: Incident[]; queries: { intent: string; relevant: string[] }[]; offtopic: string[] };
type Match = { id: string; similarity: number };

const set = JSON.parse(readFileSync(new URL('./dev.json', import.meta.url), 'utf8')) as Set;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function line(name: string, quality: Quality): string {
  const values = [quality.r1, quality.r3, quality.r5, quality.mrr, quality.ndcg];
  return `${name.padEnd(16)}${values.map((value) => (value * 100).toFixed(1).padStart(9)).join('')}`;
}

const recall = async (service: Service, project: string, intent: string, top_k = 10): Promise<Match[]> =>
  (await service.call<{ matches: Match[] }>('POST', '/memory/recall', { project, intent, top_k })).matches;

async function evaluate(service: Service): Promise<Record<string, Quality>> {
  await service.call('POST', '/orgs', { login: 'eval' });
  for (const one of set.incidents) await service.call('POST', '/memory/incidents', { project: 'eval', ...one });
  const texts = set.incidents.map(({ id, resource, summary }) => ({ id, text: `${resource}: ${summary}` }));
  const [plain, stemmed] = [bm25(texts, words), bm25(texts, stems)];
  const rankings: Record<string, Quality[]> = { recall: [], 'BM25, stemmed': [], BM25: [] };
  for (const { intent, relevant } of set.queries) {
    const found = await recall(service, 'eval', intent);
    rankings.recall?.push(
      qualityOf(
        found.map(({ id }) => id),
        relevant,
      ),
    );
    rankings['BM25, stemmed']?.push(qualityOf(stemmed(intent), relevant));
    rankings.BM25?.push(qualityOf(plain(intent), relevant));
  }
  return Object.fromEntries(Object.entries(rankings).map(([name, all]) => [name, meanQuality(all)]));
}

/** The share of intents whose best match is one that people are told is possible. */
async function possible(service: Service, intents: string[]): Promise<number> {
  let hits = 0;
  for (const intent of intents) {
    const [best] = await recall(service, 'eval', intent, 1);
    if (best && best.similarity >= POSSIBLE) hits += 1;
  }
  return hits / intents.length;
}

/** How many of many incidents, each asked for as soon as its writing was answered, were not the first to be found. */
async function missedWrites(service: Service): Promise<number> {
  await service.call('POST', '/orgs', { login: 'fresh' });
  let missed = 0;
  for (let i = 0; i < WRITES; i += 1) {
    const { resource, summary } = set.incidents[i % set.incidents.length]!;
    const incident = { id: `fresh-${i}`, resource: `${resource}_${i}`, summary: `${summary} (case ${i})` };
    await service.call('POST', '/memory/incidents', { project: 'fresh', ...incident });
    const [best] = await recall(service, 'fresh', `${incident.resource}: ${incident.summary}`, 1);
    if (best?.id !== incident.id) missed += 1;
  }
  return missed;
}

async function main(): Promise<boolean> {
  await using dir = await temporaryDirectory();
  await using service = await startService({ PLUMBLINE_DATA_DIR: dir.path });
  const rankings = await evaluate(service);
  console.log(`${set.queries.length} intents, ${set.incidents.length} incidents; percent\n`);
  console.log(`${''.padEnd(16)}${['R@1', 'R@3', 'R@5', 'MRR', 'nDCG@10'].map((name) => name.padStart(9)).join('')}`);
  for (const [name, quality] of Object.entries(rankings)) console.log(line(name, quality));
  const [onTopic, offTopic] = [
    await possible(
      service,
      set.queries.map(({ intent }) => intent),
    ),
    await possible(service, set.offtopic),
  ];
  console.log(
    `\na best match of ${POSSIBLE} or more: ${percent(onTopic)} of the intents, ${percent(offTopic)} of ${set.offtopic.length} off-topic ones`,
  );
  const missed = await missedWrites(service);
  console.log(`written and recalled at once: ${missed} of ${WRITES} not found first\n`);
  const [ours, theirs] = [rankings.recall?.r5 ?? 0, rankings['BM25, stemmed']?.r5 ?? 1];
  const checks: [string, boolean][] = [
    [`R@5 ${percent(ours)}, at least ${percent(LEAST_R5)}`, ours >= LEAST_R5],
    [
      `${((ours - theirs) * 100).toFixed(1)} points over stemmed BM25, at least ${LEAST_LEAD * 100}`,
      ours - theirs >= LEAST_LEAD,
    ],
    [`${missed} missed writes, at most 0`, missed === 0],
  ];
  for (const [what, ok] of checks) console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}`);
  return checks.every(([, ok]) => ok);
}

process.exitCode = (await main()) ? 0 : 1;
