import type { ImportReport } from '../../services/memory/import.ts';
import { at, waitOut, type Client } from '../terminal/client.ts';
import type { Entry } from './sources.ts';

/** Below the server's limits of 1,000 lines and 1 MiB. */
const MAX_LINES = 500;
const MAX_BYTES = 900_000;

export type Imported = Omit<ImportReport, 'problems'> & { problems: { where: string; message: string }[] };

type Line = Extract<Entry, { text: string }>;

/** Batches of lines within the server's limits; an entry that is too large for a batch is a problem. */
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
    if (size > MAX_BYTES) {
      refuse(entry.where, `it is larger than ${MAX_BYTES / 1000} kB`);
      continue;
    }
    if (batch.length === MAX_LINES || bytes + size > MAX_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(entry);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Imports incidents into an organization in batches, and reports the number done after each. A refused incident becomes
 * a problem, and the rest goes on; throws where the server cannot be reached.
 */
export async function sendAll(
  client: Client,
  orgId: string,
  entries: AsyncIterable<Entry>,
  onSent: (done: number) => void,
): Promise<Imported> {
  const sum: Imported = { written: 0, unchanged: 0, conflicts: 0, refused: 0, masked: 0, problems: [] };
  const refuse = (where: string, message: string) => {
    sum.refused += 1;
    sum.problems.push({ where, message });
  };
  let done = 0;
  for await (const batch of batches(entries, refuse)) {
    const body = batch.map(({ text }) => `${text}\n`).join('');
    const report = await waitOut(() => client.postLines<ImportReport>(at`/orgs/${orgId}/incidents/import`, body));
    for (const name of ['written', 'unchanged', 'conflicts', 'refused', 'masked'] as const) sum[name] += report[name];
    for (const { line, id, message } of report.problems)
      sum.problems.push({ where: batch[line - 1]?.where ?? '', message: id === null ? message : `${id} ${message}` });
    onSent((done += batch.length));
  }
  return sum;
}
