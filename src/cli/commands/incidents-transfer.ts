import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { visible } from '../../base/visible.ts';
import { plural } from '../../base/plural.ts';
import { maskText } from '../../drift/redact.ts';
import { printJson, printTable, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { createClient } from '../terminal/client.ts';
import { sendAll, type Imported } from '../incidents/send.ts';
import type { Entry } from '../incidents/sources.ts';
import { print, type Out } from '../terminal/io.ts';
import { createProgress } from '../terminal/progress.ts';

const pathOf = (org: string, what: string) => `/orgs/${encodeURIComponent(org)}/incidents/${what}`;
const incidents = (count: number) => plural(count, 'incident');

/** Counts the lines that pass. */
async function* counted(chunks: AsyncIterable<Uint8Array>, seen: { lines: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (const byte of chunk) if (byte === 0x0a) seen.lines += 1;
    yield chunk;
  }
}

/** Writes as fast as it is taken. */
async function writeTo(out: Out, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks)
    if (out.write(decoder.decode(chunk, { stream: true })) === false && 'once' in out)
      await once(out as unknown as NodeJS.WritableStream, 'drain');
}

/** Into a file that is there when it is whole. */
async function writeFile(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  // A name that nobody has: what was called like it stays.
  const part = `${file}.${randomUUID()}.part`;
  try {
    await pipeline(chunks, createWriteStream(part, { flags: 'wx' }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export function registerExport(parent: Command, cli: Cli): void {
  const command = parent
    .command('export <org>')
    .description('write all incidents of an organization, one a line')
    .option('--output <file>', 'into this file instead of the standard output')
    .action(async (org: string, options: WithClient & { output?: string }) => {
      const seen = { lines: 0 };
      const chunks = counted(createClient(cli.io.env, options).stream(pathOf(org, 'export')), seen);
      if (options.output === undefined) return writeTo(cli.io.stdout, chunks);
      await writeFile(options.output, chunks);
      print(cli.io.stderr, `${incidents(seen.lines)} in ${visible(options.output)}.`);
    });
  withClientOptions(command);
  withExamples(command, [
    ['plumbline incidents export org_… --output incidents.jsonl', '"incidents import" takes it back'],
    ['plumbline incidents export org_… | jq -r .resource | sort | uniq -c', 'what goes wrong how often'],
  ]);
}

type Import = WithClient & { project?: string; resource?: string; dryRun?: boolean };

export function registerImport(parent: Command, cli: Cli): void {
  const command = parent
    .command('import <org> <path...>')
    .description('bring incidents in, from exports (.jsonl) and post-mortems (.md)')
    .option('--project <project>', 'whose they are, where they do not say it')
    .option('--resource <address>', 'what post-mortems are about that name no resource')
    .option('--dry-run', 'show what would be sent, and send nothing')
    .action(async (org: string, paths: string[], options: Import) => {
      // Loaded here: readers of YAML and of schemas are more than all of what other commands need.
      const { entriesOf, findFiles } = await import('../incidents/sources.ts');
      const files = await findFiles(paths);
      const { project, resource } = options;
      const defaults = { ...(project !== undefined && { project }), ...(resource !== undefined && { resource }) };
      const entries = entriesOf(files, defaults);
      const refused = options.dryRun ? await show(cli, entries, options) : await send(cli, org, entries, options);
      if (refused > 0) cli.exit(1);
    });
  withJson(withClientOptions(command));
  withExamples(
    command,
    [
      ['plumbline incidents import org_… incidents.jsonl', 'what an export wrote'],
      ['plumbline incidents import org_… docs/incidents --project acme --dry-run', 'look first'],
    ],
    `A post-mortem is one incident. Between two lines of --- in front of it may stand
id, date, resource, project and summary. Else its first heading is the summary;
the day is in the file's name, or the first in the text; the resource the first
address in the text. The id is made of the path, so a second import skips it: of
the path in the git work tree, else from the directory on that was named.

--dry-run checks all that can be checked without the server's data.

Exit codes: 0 all of them are there now, 1 some are not: it says which, and why.`,
  );
}

/** Shows what would be sent, as it would be kept; answers how many cannot be. */
async function show(cli: Cli, entries: AsyncIterable<Entry>, { json }: Import): Promise<number> {
  const { checkLine } = await import('../incidents/check.ts');
  const told: Record<string, unknown>[] = [];
  const rows: string[][] = [];
  let refused = 0;
  for await (const entry of entries) {
    const { where } = entry;
    const checked = 'problem' in entry ? entry : checkLine(entry.text);
    if ('problem' in checked) {
      refused += 1;
      print(cli.io.stderr, maskText(visible(`${where}: ${checked.problem}`)));
    } else if (json) told.push({ where, ...checked.shown });
    else {
      const fields = ['project', 'date', 'id', 'resource', 'summary'];
      rows.push([where, ...fields.map((field) => textOf(checked.shown[field]))]);
    }
  }
  if (json) printJson(cli, told);
  else if (rows.length > 0) printTable(cli, ['FILE', 'PROJECT', 'DATE', 'ID', 'RESOURCE', 'SUMMARY'], rows);
  return refused;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '-');

/** Sends them; answers how many are not there now. */
async function send(cli: Cli, org: string, entries: AsyncIterable<Entry>, options: Import): Promise<number> {
  const progress = createProgress(cli.io.stderr, { quiet: cli.io.stderr.isTTY !== true });
  const tell = (done: number) => progress.update({ phase: `${incidents(done)} sent`, done: 0, total: 0 });
  const sum = await sendAll(createClient(cli.io.env, options), org, entries, tell).finally(() => progress.end());
  if (options.json) printJson(cli, sum);
  else report(cli, sum);
  return sum.refused + sum.conflicts;
}

function report({ io }: Cli, { written, unchanged, conflicts, refused, masked, problems }: Imported): void {
  for (const { where, message } of problems) print(io.stderr, visible(`${where}: ${message}`));
  const untold = conflicts + refused - problems.length;
  if (untold > 0) print(io.stderr, `and ${untold} more.`);
  const parts = [
    `${incidents(written)} written`,
    ...(unchanged > 0 ? [`${unchanged} there already`] : []),
    ...(conflicts > 0 ? [`${conflicts} there with something else, left as they are`] : []),
    ...(refused > 0 ? [`${refused} not taken`] : []),
  ];
  print(io.stdout, `${parts.join(', ')}.`);
  if (masked > 0) print(io.stdout, `What looked like a secret was masked in ${masked} of them.`);
}

export function registerClear(parent: Command, cli: Cli): void {
  const command = parent
    .command('clear')
    .description('forget all incidents of a project for good')
    .requiredOption('--project <project>', "a repository's full name, name or id, or the organization's login")
    .option('--org <id>', 'the organization, where the project alone does not say it (operator key)')
    .requiredOption('--yes', 'say that it is meant: they cannot be brought back, but from an export')
    .action(async (options: WithClient & { project: string; org?: string }) => {
      const query = new URLSearchParams({ project: options.project });
      if (options.org !== undefined) query.set('org_id', options.org);
      const client = createClient(cli.io.env, options);
      const answer = await client.deleteAll<{ deleted: number }>(`/memory/incidents?${query.toString()}`);
      if (options.json) return printJson(cli, answer);
      print(cli.io.stdout, `${incidents(answer.deleted)} forgotten.`);
    });
  withJson(withClientOptions(command));
  withExamples(command, [
    ['plumbline incidents clear --project acme/infra --yes', "a repository's own; with the organization, all"],
  ]);
}
