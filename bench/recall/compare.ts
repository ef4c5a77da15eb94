import { incidentText } from '../../src/recall/embed.ts';
import { bm25, stems, words } from './bm25.ts';
import { meanQuality, qualityOf, type Quality } from './ranking.ts';

/** A document to search; below, an intent with the ids of its relevant documents. */
export type Incident = { id: string; resource: string; summary: string };
export type Query = { intent: string; relevant: string[] };

/** Sends an intent to a running Plumbline; resolves to ids, most similar first. */
export type Asked = (intent: string) => Promise<string[]>;

export type Comparison = { recall: Quality; stemmed: Quality; plain: Quality; missed: string[] };

/**
 * Compares recall with BM25 over the same texts. Lists the intents that have a relevant document outside of the first
 * five.
 */
export async function compare(
  incidents: readonly Incident[],
  queries: readonly Query[],
  ask: Asked,
): Promise<Comparison> {
  const texts = incidents.map((one) => ({ id: one.id, text: incidentText(one) }));
  const [plain, stemmed] = [bm25(texts, words), bm25(texts, stems)];
  const found: Quality[] = [];
  for (const { intent, relevant } of queries) found.push(qualityOf(await ask(intent), relevant));
  return {
    recall: meanQuality(found),
    stemmed: meanQuality(queries.map(({ intent, relevant }) => qualityOf(stemmed(intent), relevant))),
    plain: meanQuality(queries.map(({ intent, relevant }) => qualityOf(plain(intent), relevant))),
    missed: queries.flatMap(({ intent }, i) => ((found[i]?.r5 ?? 0) < 1 ? [intent] : [])),
  };
}

const line = (name: string, cells: readonly string[]) =>
  `${name.padEnd(16)}${cells.map((cell) => cell.padStart(9)).join('')}`;

const row = (name: string, { r1, r3, r5, mrr, ndcg }: Quality) =>
  line(
    name,
    [r1, r3, r5, mrr, ndcg].map((value) => (value * 100).toFixed(1)),
  );

/** The comparison as a table, in percent. */
export function comparisonTable({ recall, stemmed, plain }: Comparison): string {
  return [
    line('', ['R@1', 'R@3', 'R@5', 'MRR', 'nDCG@10']),
    row('recall', recall),
    row('BM25, stemmed', stemmed),
    row('BM25', plain),
  ].join('\n');
}
