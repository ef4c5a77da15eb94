import type { ApiKey } from '../../services/keys/manage.ts';
import { at } from '../terminal/client.ts';
import { group, note, order, printTable, remote, say, type Cli } from '../terminal/command.ts';
import { choice, formed, grace, limit, required, value, withDefault } from '../terminal/options.ts';

type WithSecret = ApiKey & { key: string };

const MAX_GRACE_DAYS = 30;

const time = formed(/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/, 'a time such as 2027-01-01T00:00:00Z');

function statusOf(key: ApiKey): string {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at !== null && Date.parse(key.expires_at) <= Date.now()) return 'expired';
  return key.rotated_to === null ? 'active' : 'rotated';
}

/** Prints the key alone on stdout, so that scripts can read it. */
function showKey(cli: Cli, { key }: WithSecret): void {
  say(cli, key);
  note(cli, 'Keep it: it is not shown again. Use it with --key or PLUMBLINE_API_KEY.');
}

const create = remote({
  use: 'create <org>',
  about: 'create a key; it is printed once and never again',
  options: [
    required(value('--name <name>', 'what the key is for')),
    withDefault(
      choice('--scope <scope>', 'what it may do; each includes the ones before it', ['read', 'write', 'admin']),
      'read',
    ),
    value('--expires <time>', 'when it stops working, as 2027-01-01T00:00:00Z', time),
  ],
  examples: [['key=$(plumbline keys create org_… --name ci --scope write)', 'stdout is the key and nothing else']],
  ask: (client, [org], { name, scope, expires }) =>
    client.post<WithSecret>(at`/orgs/${org}/keys`, { name, scopes: [scope], expires_at: expires }),
  show: showKey,
});

const list = remote({
  use: 'list <org>',
  about: 'list keys, newest first, with their last four characters',
  options: [limit(100)],
  examples: [['plumbline keys list org_…', 'all keys, and when each was last used']],
  ask: (client, [org], { limit }) => client.get<ApiKey[]>(at`/orgs/${org}/keys`, { query: { limit } }),
  show(cli, found) {
    const rows = found.map((key) => [
      key.id,
      key.name,
      `…${key.hint}`,
      key.scopes.join(','),
      statusOf(key),
      key.expires_at,
      key.last_used_at,
    ]);
    printTable(cli, ['ID', 'NAME', 'KEY', 'SCOPES', 'STATUS', 'EXPIRES', 'LAST USED'], rows);
  },
});

const rotate = remote({
  use: 'rotate <org> <key-id>',
  about: 'replace a key by a new one; it is printed once and never again',
  options: [grace('how long the old key goes on working', MAX_GRACE_DAYS)],
  examples: [
    ['key=$(plumbline keys rotate org_… key_…)', 'the old key works for another 24 hours'],
    ['plumbline keys rotate org_… key_… --grace 0', 'the old key stops at once, for instance when it leaked'],
  ],
  ask: (client, [org, id], { grace }) =>
    client.post<WithSecret>(at`/orgs/${org}/keys/${id}/rotate`, { grace_seconds: grace }),
  show: showKey,
});

const revoke = order({
  use: 'revoke <org> <key-id>',
  about: 'revoke a key, from now on',
  examples: [['plumbline keys revoke org_… key_…', 'the key stops working at once']],
  async run(cli, client, [org, id]) {
    await client.delete(at`/orgs/${org}/keys/${id}`);
    note(cli, 'Revoked.');
  },
});

export const keys = group('keys', "create, list, rotate and revoke an organization's API keys", [
  create,
  list,
  rotate,
  revoke,
]);
