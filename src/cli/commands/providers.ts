import { InvalidArgumentError } from 'commander';
import { isObject, type JsonObject } from '../../base/json.ts';
import { visible } from '../../base/visible.ts';
import type { PresentedProviderSettings } from '../../services/provider-settings/manage.ts';
import type { ProviderVerification } from '../../services/provider-settings/verify.ts';
import { at, CliError } from '../terminal/client.ts';
import { group, note, order, printTable, remote, say } from '../terminal/command.ts';
import { readStdin, widthOf } from '../terminal/io.ts';
import { collect, flag, required, value } from '../terminal/options.ts';
import { verificationText } from '../terminal/verification.ts';

const list = remote({
  use: 'list <org>',
  about: 'list what an organization gives its providers, by the names alone',
  examples: [['plumbline providers list org_…', 'in the order in which they count']],
  ask: (client, [org]) => client.get<PresentedProviderSettings[]>(at`/orgs/${org}/provider-settings`),
  show(cli, found) {
    const rows = found.map((one) => [
      one.name,
      one.provider,
      one.alias,
      (one.states ?? ['all']).join(','),
      one.config.join(','),
      one.env.join(','),
    ]);
    printTable(cli, ['NAME', 'PROVIDER', 'ALIAS', 'STATES', 'CONFIG', 'VARIABLES'], rows);
  },
});

/** Reads `{"config": {…}, "env": {…}}`. */
function readGiven(text: string): { config?: JsonObject; env?: JsonObject } {
  try {
    const given: unknown = JSON.parse(text);
    if (isObject(given) && Object.keys(given).every((name) => name === 'config' || name === 'env')) return given;
  } catch {
    // Reported below.
  }
  throw new CliError('What stands on stdin must be JSON: {"config": {…}, "env": {…}}.');
}

const provider = (text: string): string => {
  if (!text.includes('/')) throw new InvalidArgumentError('It must be an address, as hashicorp/google.');
  return text;
};

const set = remote({
  use: 'set <org> <name>',
  about: 'add or replace settings of a provider; configuration and variables are read from stdin',
  options: [
    required(value('--provider <address>', 'whose settings they are', provider)),
    value('--alias <name>', 'which configuration of it; without it the default one'),
    value('--states <pattern...>', 'for which states; without it for all', collect),
    value('--reach <host:port...>', 'where it may connect to beside HTTPS of public addresses', collect),
    flag('--no-secrets', 'read nothing from stdin: it needs neither configuration nor variables'),
  ],
  examples: [
    [
      'plumbline providers set org_… gcp --provider hashicorp/google < given.json',
      'given.json has {"config": {…}, "env": {"GOOGLE_CREDENTIALS": "…"}}',
    ],
  ],
  async ask(client, [org, name], { provider, alias, states, reach, secrets }, cli) {
    const given = secrets === false ? {} : readGiven(await readStdin(cli.io));
    return client.put<PresentedProviderSettings>(at`/orgs/${org}/provider-settings/${name}`, {
      provider,
      alias,
      states,
      reach,
      ...given,
    });
  },
  show(cli, { name, provider }, [org]) {
    say(cli, `${visible(name)}  ${visible(provider)}`);
    note(cli, `Next: plumbline providers verify ${visible(org)} ${visible(name)}`);
  },
});

const verify = remote({
  use: 'verify <org> <name>',
  about: 'try settings of a provider: start it, configure it, read one resource',
  examples: [['plumbline providers verify org_… gcp', 'what works, and what to do about the rest']],
  more: 'Exit codes: 0 everything works, 1 something does not.',
  ask: (client, [org, name]) => client.get<ProviderVerification>(at`/orgs/${org}/provider-settings/${name}/verify`),
  show: (cli, found) => say(cli, verificationText(found, widthOf(cli.io.stdout))),
  code: ({ ok }) => (ok ? 0 : 1),
});

const remove = order({
  use: 'delete <org> <name>',
  about: 'delete settings of a provider; its instances are not checked any longer',
  examples: [['plumbline providers delete org_… google', 'and its secrets with it']],
  async run(cli, client, [org, name]) {
    await client.delete(at`/orgs/${org}/provider-settings/${name}`);
    note(cli, 'Deleted.');
  },
});

export const providers = group(
  'providers',
  'what an organization gives its providers: add, list, verify and delete settings',
  [list, set, verify, remove],
);
