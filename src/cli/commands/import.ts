import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { counted } from '../../base/plural.ts';
import { visible } from '../../base/visible.ts';
import type { Collected } from '../../engine/inventory/collect.ts';
import { reasonOf } from '../../engine/inventory/import/reason.ts';
import type { ConfigFile } from '../../engine/inventory/import/files.ts';
import { anyGlob, INVENTORY_OPTIONS } from '../inventory/options.ts';
import { failedLists, isBlind } from '../inventory/report.ts';
import { HERE } from '../scan/input-options.ts';
import { READING_OPTIONS, scanHere, withoutRules } from '../scan/options.ts';
import { CliError } from '../terminal/client.ts';
import { local, note, say, type Cli } from '../terminal/command.ts';
import { importDatabase } from './transfer.ts';
import { collect, flag, value } from '../terminal/options.ts';

const MORE = `Written are imports.tf, a file for each service, variables.tf with a variable
for each secret (never its value), and providers.tf where objects lie in other
regions. What is written is proven: the provider's own plan for it changes
nothing. Everything else is named with the reason. "terraform plan" then says
what it would import, and the apply is yours.

A file of "plumbline export" goes into an empty database, all of it or nothing,
of the same version or one with the same schema.

Exit codes:
  0    everything that was asked for is written, or there is nothing
  1    an error; or something was left out, or could not be listed or read
  130  interrupted`;

/** Writes new files. Throws `CliError` if one of them exists already, before any is written, or if one cannot be written. */
function writeFiles(directory: string, files: readonly ConfigFile[]): void {
  const existing = files.map(({ name }) => join(directory, name)).filter((path) => existsSync(path));
  if (existing.length > 0)
    throw new CliError(`${existing.map(visible).join(', ')}: exists already. Choose an empty directory with -o.`);
  try {
    mkdirSync(directory, { recursive: true });
    for (const { name, text } of files) writeFileSync(join(directory, name), text, { flag: 'wx' });
  } catch (error) {
    throw new CliError(`${visible(directory)} could not be written: ${visible(messageOf(error))}`, { cause: error });
  }
}

/** Notes what is not written, with reasons, and the variables that need values. */
function noteRest(cli: Cli, { notImportable, inventory }: Collected, variables: readonly string[]): void {
  for (const one of notImportable)
    note(
      cli,
      visible(`Left out: ${one.object.type} ${one.object.name ?? one.object.cloud_id}: ${reasonOf(one.result)}`),
    );
  for (const { type, cloud_id: id, detail } of inventory.unproven)
    note(cli, visible(`Left out: ${type} ${id}: ${detail}`));
  for (const { type, region = '', detail = '' } of failedLists(inventory))
    note(cli, visible(`Not listed: ${type} ${region}: ${detail}`));
  if (isBlind(inventory)) note(cli, 'Nothing was listed: no list fits what was asked for.');
  for (const key of inventory.unread_states)
    note(cli, visible(`Not read: the state ${key}. Do not apply what it may manage already.`));
  if (variables.length > 0)
    note(cli, `Give values to ${counted(variables.length, 'variable')} first: ${variables.join(', ')}.`);
}

/**
 * `plumbline import`: configuration with import blocks for objects that no state contains. Without a choice of objects,
 * reads an exported database.
 */
export const importObjects = local({
  use: 'import [target]',
  about: 'write configuration and import blocks for what no state has; or read an exported database',
  summary: 'write configuration for what no state has',
  usage: '[options] [file | directory | s3://bucket/prefix | …]',
  options: [
    flag('--all', 'all unmanaged resources, without what other tools manage'),
    value('--match <pattern>', 'what has this id, name or tag: prod-*, team=web', collect),
    value('-o, --output <dir>', 'write files there, and print nothing; none is overwritten'),
    ...INVENTORY_OPTIONS,
    ...READING_OPTIONS,
  ],
  examples: [
    ['plumbline import --all -o imported', 'everything, as files of a root module'],
    ["plumbline import --type 'aws_sqs_*'", 'prints the configuration of the queues'],
    ["plumbline import --match 'team=web' -o imported", 'those with this tag'],
    [
      'DATABASE_URL=postgres://… plumbline import plumbline.jsonl',
      'reads what "plumbline export" wrote, into Postgres',
    ],
    ['PLUMBLINE_DATA_DIR=./other plumbline import plumbline.jsonl', 'the same, into an embedded database'],
  ],
  more: MORE,
  async run(cli, [target], options) {
    const { all, match, type, output } = options;
    if (all === undefined && match === undefined && type === undefined) {
      if (target !== undefined) return importDatabase(cli, target);
      throw new CliError('Say what to import: --type aws_sqs_*, --match team=web, or --all.');
    }
    // Loaded when needed: `--help` should not wait for the catalogs of types.
    const { isImportable, textsOf } = await import('../../engine/inventory/import/importable.ts');
    const { importFiles } = await import('../../engine/inventory/import/files.ts');
    const isMatch = anyGlob(match);
    let collected: Collected | undefined;
    await scanHere(cli.io, target ?? HERE, withoutRules(options), {
      inventory: {
        types: anyGlob(type),
        imports: (object) => isImportable(object) && isMatch(...textsOf(object)),
        withExpensive: options.expensive,
        minAgeMs: options.minAge,
        done: (whole) => (collected = whole),
      },
    });
    if (collected === undefined) throw new CliError('There is no inventory.');
    const { files, variables } = importFiles(collected.importable);
    if (output !== undefined && files.length > 0) writeFiles(output, files);
    else for (const { name, text } of files) say(cli, `# ${name}\n${text}`);
    note(
      cli,
      `${counted(collected.importable.length, 'object')} to import${output === undefined ? '' : ` in ${visible(output)}`}.`,
    );
    noteRest(cli, collected, variables);
    const { notImportable, inventory } = collected;
    const rest = [notImportable, inventory.unproven, failedLists(inventory), inventory.unread_states].flat().length;
    cli.exit((rest > 0 || isBlind(inventory)) && !options.allowUnlisted ? 1 : 0);
  },
});
