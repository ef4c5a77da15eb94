import { InvalidArgumentError } from 'commander';
import type { Recollection } from '../../services/memory/recall.ts';
import { note, printTable, remote } from '../terminal/command.ts';
import { required, value, wholeNumber, withDefault } from '../terminal/options.ts';

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

export const recall = remote({
  use: 'recall <intent>',
  about: 'find past incidents that are similar to a planned change',
  options: [
    PROJECT,
    PROJECT_ORG,
    withDefault(value('--top-k <n>', 'how many at most', wholeNumber(1, 50)), 5),
    value('--min-similarity <number>', 'leave out what is less similar; 0.25 is possible, 0.40 strong', similarity),
  ],
  examples: [
    ['plumbline recall "open ssh to the world" --project acme', 'the five most similar incidents'],
    ['plumbline recall "drop the queue" --project acme --min-similarity 0.25', 'only what may be similar'],
  ],
  ask: (client, [intent], { project, org, topK, minSimilarity }) =>
    client.post<Recollection>(
      '/memory/recall',
      { project, intent, top_k: topK, min_similarity: minSimilarity },
      { query: { org_id: org } },
    ),
  show(cli, { matches }) {
    if (matches.length === 0) return note(cli, 'No similar incidents.');
    const rows = matches.map((one) => [one.similarity.toFixed(4), one.date, one.id, one.resource, one.summary]);
    printTable(cli, ['SIMILAR', 'DATE', 'ID', 'RESOURCE', 'SUMMARY'], rows);
  },
});
