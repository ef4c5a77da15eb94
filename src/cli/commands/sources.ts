import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { visible } from '../../base/visible.ts';
import type { PresentedStateSource } from '../../services/state-sources/manage.ts';
import type { SourceVerification } from '../../services/state-sources/verify.ts';
import { SOURCE_KIND_NAMES } from '../../sources/contract/names.ts';
import { at, CliError } from '../terminal/client.ts';
import { group, note, order, printTable, remote, say, type Cli } from '../terminal/command.ts';
import { verificationText } from '../terminal/verification.ts';
import { choice, collect, required, value } from '../terminal/options.ts';
import { widthOf } from '../terminal/io.ts';

type Fields = Record<string, string>;

/** Adds `name=value` to the previous fields. */
function addField(text: string, before: Fields = {}): Fields {
  const [, name, given] = /^([a-z][a-z_]*)=([^]+)$/.exec(text) ?? [];
  if (name === undefined || given === undefined)
    throw new InvalidArgumentError('It must be a name and a value, as bucket=acme-states.');
  return { ...before, [name]: given };
}

/** Reads secrets from files or variables: other users of the machine can see a command line, and the shell stores it. */
function readSecrets({ io }: Cli, fields: Fields): Fields {
  const read = ([name, given]: [string, string]): [string, string] => {
    const [, from, where = ''] = /^(@|env:)(.+)$/.exec(given) ?? [];
    if (from === undefined)
      throw new CliError(
        `--credential takes ${name} from a file (@file) or a variable (env:NAME), as others can read a command line.`,
      );
    if (from === 'env:') {
      const found = io.env[where];
      if (found === undefined) throw new CliError(`The variable ${where} for --credential ${name} is not set.`);
      return [name, found];
    }
    try {
      return [name, readFileSync(where, 'utf8').trim()];
    } catch {
      throw new CliError(`The file ${where} for --credential ${name} cannot be read.`);
    }
  };
  return Object.fromEntries(Object.entries(fields).map(read));
}

const settingsText = (settings: Fields): string =>
  Object.entries(settings)
    .map(([name, one]) => `${name}=${one}`)
    .join(' ');

const list = remote({
  use: 'list <org>',
  about: 'list where the states of an organization lie',
  examples: [['plumbline sources list org_…', 'each source, and when it was last verified']],
  ask: (client, [org]) => client.get<PresentedStateSource[]>(at`/orgs/${org}/state-sources`),
  show(cli, found) {
    const rows = found.map((one) => [
      one.name,
      one.kind,
      settingsText(one.settings),
      one.credentials.join(','),
      one.verified_at,
    ]);
    printTable(cli, ['NAME', 'KIND', 'SETTINGS', 'CREDENTIALS', 'VERIFIED'], rows);
  },
});

/** Prints a source that was added or changed, and the command that verifies it. */
function showSaved(
  cli: Cli,
  { name, kind, settings }: PresentedStateSource,
  [org]: readonly [org: string, name: string],
): void {
  say(cli, `${visible(name)}  ${visible(kind)}  ${visible(settingsText(settings))}`);
  note(cli, `Next: plumbline sources verify ${visible(org)} ${visible(name)}`);
}

const set = remote({
  use: 'set <org> <name>',
  about: 'add or replace a state source; without credentials those of before stay',
  options: [
    required(choice('--kind <kind>', 'what the states lie in', SOURCE_KIND_NAMES)),
    required(value('--setting <name=value...>', 'where they lie; once for each field', addField)),
    value('--credential <name=from...>', 'what gives access: name=@file or name=env:VARIABLE', addField),
  ],
  examples: [
    [
      'plumbline sources set org_… gcp --kind gcs --setting bucket=acme-states …',
      'its states are gcp://<key>; add --credential credentials=@key.json',
    ],
  ],
  more: 'The fields of each kind: plumbline sources kinds.',
  ask: (client, [org, name], { kind, setting, credential }, cli) =>
    client.put<PresentedStateSource>(at`/orgs/${org}/state-sources/${name}`, {
      kind,
      settings: setting,
      ...(credential && { credentials: readSecrets(cli, credential) }),
    }),
  show: showSaved,
});

const without = (names: readonly string[] = []) => Object.fromEntries(names.map((name) => [name, null]));

const update = remote({
  use: 'update <org> <name>',
  about: 'change fields of a state source, such as a credential; what is not named stays',
  options: [
    value('--setting <name=value...>', 'a setting that changes; once for each', addField),
    value('--credential <name=from...>', 'what gives access: name=@file or name=env:VARIABLE', addField),
    value('--without <name...>', 'a setting to take away', collect),
    value('--without-credential <name...>', 'a credential to take away', collect),
  ],
  examples: [
    ['plumbline sources update org_… gcp --credential credentials=@new-key.json', 'the settings stay'],
    ['plumbline sources update org_… gcp --setting prefix=platform/', 'the credentials stay'],
  ],
  ask: (client, [org, name], { setting, credential, without: settings, withoutCredential }, cli) =>
    client.patch<PresentedStateSource>(at`/orgs/${org}/state-sources/${name}`, {
      settings: { ...setting, ...without(settings) },
      credentials: { ...readSecrets(cli, credential ?? {}), ...without(withoutCredential) },
    }),
  show: showSaved,
});

type Kind = { kind: string; settings: Field[]; credentials: Field[] };
type Field = { name: string; required: boolean };

const kinds = remote({
  use: 'kinds',
  about: 'list the kinds of state sources with their fields; those in brackets are optional',
  examples: [['plumbline sources kinds', 'what --setting and --credential take']],
  more: 'What each is: docs/state-sources.md.',
  ask: (client) => client.get<Kind[]>('/state-source-kinds'),
  show(cli, found) {
    const named = (fields: readonly Field[]) =>
      fields.map(({ name, required }) => (required ? name : `[${name}]`)).join(' ');
    const rows = found.map(({ kind, settings, credentials }) => [kind, named(settings), named(credentials)]);
    printTable(cli, ['KIND', 'SETTINGS', 'CREDENTIALS'], rows);
  },
});

const verify = remote({
  use: 'verify <org> <name>',
  about: 'try a state source: list, read one state, read locks',
  examples: [['plumbline sources verify org_… gcp-prod', 'what works, and what to do about the rest']],
  more: 'Exit codes: 0 everything works, 1 something does not.',
  ask: (client, [org, name]) => client.get<SourceVerification>(at`/orgs/${org}/state-sources/${name}/verify`),
  show: (cli, found) => say(cli, verificationText(found, widthOf(cli.io.stdout))),
  code: ({ ok }) => (ok ? 0 : 1),
});

const remove = order({
  use: 'delete <org> <name>',
  about: 'delete a state source; its states are not analysed any longer',
  examples: [['plumbline sources delete org_… gcp-prod', 'and its credentials with it']],
  async run(cli, client, [org, name]) {
    await client.delete(at`/orgs/${org}/state-sources/${name}`);
    note(
      cli,
      'Deleted. The next analysis of all states resolves the incidents of its states: the state source was removed.',
    );
  },
});

export const sources = group(
  'sources',
  'where states lie: add, list, change, verify and delete sources beside the AWS bucket',
  [list, kinds, set, update, verify, remove],
);
