import { InvalidArgumentError } from 'commander';
import { incidentText } from '../../recall/embed.ts';
import { whyOf, type Why } from '../../recall/why.ts';
import { loadRecall } from '../../server/recall-files.ts';
import type { Recollection } from '../../services/memory/recall.ts';
import { note, printTable, remote } from '../terminal/command.ts';
import { flag, required, value, wholeNumber, withDefault } from '../terminal/options.ts';

function similarity(text: string): number {
  const n = Number(text);
  if (text.trim() === '' || !(n >= -1 && n <= 1)) throw new InvalidArgumentError('It must be a number from -1 to 1.');
  return n;
}

/** `--project`, and `--org` for a project whose name several organizations use. */
export const PROJECT = required(
  value('--project <project>', "a repository's full name, name or id, or the organization's login"),
);
export const PROJECT_ORG = value('--org <id>', 'the organization, where the project alone is ambiguous (operator key)');

type Match = Recollection['matches'][number];

/** A recollection; with `--why` each match has its reasons, which the built-in model gives here, not the server. */
type Explained = Omit<Recollection, 'matches'> & { matches: (Match & { why?: Why })[] };

async function explained(intent: string, { matches, ...rest }: Recollection): Promise<Explained> {
  const recall = await loadRecall();
  return { ...rest, matches: matches.map((one) => ({ ...one, why: whyOf(recall, intent, incidentText(one)) })) };
}

const reasonText = ({ phrase, words }: Why): string =>
  [...(phrase === undefined ? [] : [`“${phrase}”`]), ...words].join(', ') || 'meaning';

export const recall = remote({
  use: 'recall <intent>',
  about: 'find past incidents that are similar to a planned change',
  options: [
    PROJECT,
    PROJECT_ORG,
    withDefault(value('--top-k <n>', 'how many at most', wholeNumber(1, 50)), 5),
    value('--min-similarity <number>', 'leave out what is less similar; 0.25 is possible, 0.40 strong', similarity),
    flag('--why', 'say which phrase of the phrase book and which words matched'),
  ],
  examples: [
    ['plumbline recall "open ssh to the world" --project acme', 'the five most similar incidents'],
    ['plumbline recall "drop the queue" --project acme --min-similarity 0.25', 'only what may be similar'],
  ],
  async ask(client, [intent], { project, org, topK, minSimilarity, why }): Promise<Explained> {
    const answer = await client.post<Recollection>(
      '/memory/recall',
      { project, intent, top_k: topK, min_similarity: minSimilarity },
      { query: { org_id: org } },
    );
    return why ? explained(intent, answer) : answer;
  },
  show(cli, { matches }, _args, { why: asked }) {
    if (matches.length === 0) return note(cli, 'No similar incidents.');
    const rows = matches.map(({ why, ...one }) => [
      one.similarity.toFixed(4),
      one.date,
      one.id,
      ...(why ? [reasonText(why)] : []),
      one.resource,
      one.summary,
    ]);
    printTable(cli, ['SIMILAR', 'DATE', 'ID', ...(asked ? ['WHY'] : []), 'RESOURCE', 'SUMMARY'], rows);
  },
});
