import { InvalidArgumentError, type Command } from 'commander';
import type { Recollection } from '../../services/memory/recall.ts';
import {
  printJson,
  printTable,
  wholeNumber,
  withClientOptions,
  withExamples,
  withJson,
  type Cli,
  type WithClient,
} from '../terminal/command.ts';
import { createClient } from '../terminal/client.ts';
import { print } from '../terminal/io.ts';

type Options = WithClient & { project: string; org?: string; topK: number; minSimilarity?: number };

function similarity(text: string): number {
  const n = Number(text);
  if (text.trim() === '' || !(n >= -1 && n <= 1)) throw new InvalidArgumentError('It must be a number from -1 to 1.');
  return n;
}

/** `plumbline recall`: what has gone wrong before that is like an intent. */
export function registerRecall(program: Command, cli: Cli): void {
  const recall = program
    .command('recall <intent>')
    .description('ask what has gone wrong before that is like an intent')
    .requiredOption('--project <project>', "a repository's full name, name or id, or the organization's login")
    .option('--org <id>', 'the organization, where the project alone does not say it (operator key)')
    .option('--top-k <n>', 'how many at most', wholeNumber(1, 50), 5)
    .option('--min-similarity <number>', 'leave out what is less similar; 0.25 is possible, 0.40 strong', similarity)
    .action(async (intent: string, options: Options) => {
      const { project, org, topK, minSimilarity } = options;
      const query = org === undefined ? '' : `?org_id=${encodeURIComponent(org)}`;
      const body: Record<string, string | number> = { project, intent, top_k: topK };
      if (minSimilarity !== undefined) body.min_similarity = minSimilarity;
      const found = await createClient(cli.io.env, options).post<Recollection>(`/memory/recall${query}`, body);
      if (options.json) return printJson(cli, found);
      if (found.matches.length === 0) return print(cli.io.stderr, 'Nothing like it is known.');
      const rows = found.matches.map((one) => [one.similarity.toFixed(4), one.date, one.id, one.resource, one.summary]);
      printTable(cli, ['SIMILAR', 'DATE', 'ID', 'RESOURCE', 'SUMMARY'], rows);
    });
  withJson(withClientOptions(recall));
  withExamples(recall, [
    ['plumbline recall "open ssh to the world" --project acme', 'the five most similar incidents'],
    ['plumbline recall "drop the queue" --project acme --min-similarity 0.25', 'only what may be like it'],
  ]);
}
