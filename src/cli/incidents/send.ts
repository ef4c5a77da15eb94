import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportReport } from '../../services/memory/import.ts';
import { CliError, type Client } from '../terminal/client.ts';
import type { Entry } from './sources.ts';

/** What the server takes at once, with room to spare: 1,000 lines and 1 MiB. */
const MOST_LINES = 500;
const MOST_BYTES = 900_000;

/** What became of all that was read. */
export type Imported = Omit<ImportReport, 'problems'> & { problems: { where: string; message: string }[] };

type Line = Extract<Entry, { text: string }>;

/** Puts lines together that the server takes at once; what none of them can be is a problem. */
async function* batches(
  entries: AsyncIterable<Entry>,
  refuse: (where: string, message: string) => void,
): AsyncGenerator<Line[]> {
  let batch: Line[] = [];
  let bytes = 0;
  for await (const entry of entries) {
    if ('problem' in entry) {
      refuse(entry.where, entry.problem);
      continue;
    }
    const size = Buffer.byteLength(entry.text) + 1;
    if (size > MOST_BYTES) {
      refuse(entry.where, `it is larger than ${MOST_BYTES / 1000} kB`);
      continue;
    }
    if (batch.length === MOST_LINES || bytes + size > MOST_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(entry);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Sends until it is taken: whoever asks too often is told how long to wait. */
async function post(client: Client, path: string, lines: readonly Line[]): Promise<ImportReport> {
  const body = lines.map(({ text }) => `${text}\n`).join('');
  for (;;)
    try {
      return await client.postLines<ImportReport>(path, body);
    } catch (error) {
      if (!(error instanceof CliError) || error.retryAfter === undefined) throw error;
      await sleep(error.retryAfter * 1000);
    }
}

/**
 * Brings incidents into an organization, some at a time, and tells after each time how many have been seen to. What cannot be
 * taken is among the problems, and the rest goes on; throws where the server cannot be asked at all.
 */
export async function sendAll(
  client: Client,
  orgId: string,
  entries: AsyncIterable<Entry>,
  tell: (done: number) => void,
): Promise<Imported> {
  const sum: Imported = { written: 0, unchanged: 0, conflicts: 0, refused: 0, masked: 0, problems: [] };
  const refuse = (where: string, message: string) => {
    sum.refused += 1;
    sum.problems.push({ where, message });
  };
  let done = 0;
  for await (const batch of batches(entries, refuse)) {
    const report = await post(client, `/orgs/${encodeURIComponent(orgId)}/incidents/import`, batch);
    for (const name of ['written', 'unchanged', 'conflicts', 'refused', 'masked'] as const) sum[name] += report[name];
    for (const { line, id, message } of report.problems)
      sum.problems.push({ where: batch[line - 1]?.where ?? '', message: id === null ? message : `${id} ${message}` });
    tell((done += batch.length));
  }
  return sum;
}
