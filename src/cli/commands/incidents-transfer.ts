import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { plural } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import { maskText } from '../../engine/mask/mask.ts';
import { sendAll, type Imported } from '../incidents/send.ts';
import type { Entry } from '../incidents/sources.ts';
import { at, createClient } from '../terminal/client.ts';
import { local, note, order, printJson, printTable, remote, say, type Cli } from '../terminal/command.ts';
import type { Out } from '../terminal/io.ts';
import { CLIENT_OPTIONS, flag, JSON_OPTION, required, value } from '../terminal/options.ts';
import { createProgress } from '../terminal/progress.ts';
import { PROJECT, PROJECT_ORG } from './recall.ts';

const incidents = (count: number) => plural(count, 'incident');

async function* counted(chunks: AsyncIterable<Uint8Array>, seen: { lines: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (const byte of chunk) if (byte === 0x0a) seen.lines += 1;
    yield chunk;
  }
}

/** Writes to a stream, and waits whenever its buffer is full. */
async function writeTo(out: Out, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks)
    if (out.write(decoder.decode(chunk, { stream: true })) === false && 'once' in out)
      await once(out as unknown as NodeJS.WritableStream, 'drain');
}

/** Writes a file that appears only when it is complete. */
async function writeFile(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // A unique name, so that no existing file is overwritten.
  const part = `${file}.${randomUUID()}.part`;
  try {
    await pipeline(chunks, createWriteStream(part, { flags: 'wx' }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export const exportAll = order({
  use: 'export <org>',
  about: 'write all incidents of an organization, one a line',
  options: [value('--output <file>', 'into this file instead of the standard output')],
  examples: [
    ['plumbline incidents export org_… --output incidents.jsonl', '"incidents import" takes it back'],
    ['plumbline incidents export org_… | jq -r .resource | sort | uniq -c', 'which resources fail how often'],
  ],
  async run(cli, client, [org], { output }) {
    const seen = { lines: 0 };
    const chunks = counted(client.stream(at`/orgs/${org}/incidents/export`), seen);
    if (output === undefined) return writeTo(cli.io.stdout, chunks);
    await writeFile(output, chunks);
    note(cli, `${incidents(seen.lines)} in ${visible(output)}.`);
  },
});

export const importAll = local({
  use: 'import <org> <path...>',
  about: 'import incidents from exports (.jsonl) and post-mortems (.md)',
  options: [
    value('--project <project>', 'the project of incidents that name none'),
    value('--resource <address>', 'the resource of post-mortems that name none'),
    flag('--dry-run', 'show what would be sent, and send nothing'),
    ...CLIENT_OPTIONS,
    JSON_OPTION,
  ],
  examples: [
    ['plumbline incidents import org_… incidents.jsonl', 'what an export wrote'],
    ['plumbline incidents import org_… docs/incidents --project acme --dry-run', 'check first'],
  ],
  more: `A post-mortem is one incident. Between two lines of --- in front of it may stand
id, date, resource, project and summary. Else its first heading is the summary;
the day is in the file's name, or the first in the text; the resource the first
address in the text. The id is made of the path, so a second import skips it: of
the path in the git work tree, else from the directory on that was named.

--dry-run checks all that can be checked without the server's data.

Exit codes: 0 all of them are there now, 1 some are not: it says which, and why.`,
  async run(cli, [org, paths], { project, resource, dryRun, json = false, ...options }) {
    // Loaded here: the parsers of YAML and schemas are larger than everything that other commands need.
    const { entriesOf, findFiles } = await import('../incidents/sources.ts');
    const entries = entriesOf(await findFiles(paths), { project, resource });
    if (dryRun) {
      if ((await showAll(cli, entries, json)) > 0) cli.exit(1);
      return;
    }
    const progress = createProgress(cli.io.stderr, { quiet: cli.io.stderr.isTTY !== true });
    const onSent = (done: number) => progress.update({ phase: `${incidents(done)} sent`, done: 0, total: 0 });
    const client = createClient(cli.io.env, options);
    const sum = await sendAll(client, org, entries, onSent).finally(() => progress.end());
    if (json) printJson(cli, sum);
    else report(cli, sum);
    if (sum.refused + sum.conflicts > 0) cli.exit(1);
  },
});

/** Shows how the server would store each incident, without sending any; returns how many it would refuse. */
async function showAll(cli: Cli, entries: AsyncIterable<Entry>, json: boolean): Promise<number> {
  const { checkLine } = await import('../incidents/check.ts');
  const shown: Record<string, unknown>[] = [];
  const rows: string[][] = [];
  let refused = 0;
  for await (const entry of entries) {
    const { where } = entry;
    const checked = 'problem' in entry ? entry : checkLine(entry.text);
    if ('problem' in checked) {
      refused += 1;
      note(cli, maskText(visible(`${where}: ${checked.problem}`)));
    } else if (json) shown.push({ where, ...checked.shown });
    else {
      const fields = ['project', 'date', 'id', 'resource', 'summary'];
      rows.push([where, ...fields.map((field) => textOf(checked.shown[field]))]);
    }
  }
  if (json) printJson(cli, shown);
  else if (rows.length > 0) printTable(cli, ['FILE', 'PROJECT', 'DATE', 'ID', 'RESOURCE', 'SUMMARY'], rows);
  return refused;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '-');

function report(cli: Cli, { written, unchanged, conflicts, refused, masked, problems }: Imported): void {
  for (const { where, message } of problems) note(cli, visible(`${where}: ${message}`));
  const rest = conflicts + refused - problems.length;
  if (rest > 0) note(cli, `and ${rest} more.`);
  const parts = [
    `${incidents(written)} written`,
    ...(unchanged > 0 ? [`${unchanged} there already`] : []),
    ...(conflicts > 0 ? [`${conflicts} there with other contents, left as they are`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ];
  say(cli, `${parts.join(', ')}.`);
  if (masked > 0) say(cli, `Masked likely secrets in ${masked} of them.`);
}

export const clear = remote({
  use: 'clear',
  about: 'delete all incidents of a project for good',
  options: [PROJECT, PROJECT_ORG, required(flag('--yes', 'confirm: only an export brings them back'))],
  examples: [
    ['plumbline incidents clear --project acme/infra --yes', "a repository's own; with the organization, all"],
  ],
  ask: (client, _, { project, org }) =>
    client.delete<{ deleted: number }>('/memory/incidents', { query: { project, org_id: org } }),
  show: (cli, { deleted }) => say(cli, `${incidents(deleted)} deleted.`),
});
