import { visible } from '../../base/visible.ts';
import type { HookDelivery } from '../../services/notifications/deliveries.ts';
import { HOOK_EVENTS, HOOK_FORMATS } from '../../services/notifications/events.ts';
import type { Hook } from '../../services/notifications/list.ts';
import { at } from '../terminal/client.ts';
import { group, note, order, printTable, remote, say, type Cli } from '../terminal/command.ts';
import { readStdin } from '../terminal/io.ts';
import { choice, choices, flag, grace, limit, value, withDefault } from '../terminal/options.ts';

type WithSecret = Hook & { secret: string };

const MAX_GRACE_DAYS = 7;

const statusOf = ({ enabled, disabled_reason, failing_since }: Hook) => {
  if (!enabled) return disabled_reason ? `disabled: ${disabled_reason.code}` : 'disabled';
  return failing_since === null ? 'enabled' : `failing since ${failing_since}`;
};

/** Prints the secret alone on stdout, so that scripts can read it. */
function showSecret(cli: Cli, { id, secret }: WithSecret): void {
  say(cli, secret);
  note(cli, `${id}: its messages are signed with this secret. Keep it: it is not shown again.`);
}

function showDelivery(cli: Cli, { id, event, status, response_status, error }: HookDelivery): void {
  say(cli, [id, event, status, response_status ?? '-', error ? visible(error.detail) : ''].join('  ').trimEnd());
}

/** A webhook URL may itself be a secret, so it can come from stdin. */
const addressOf = async (cli: Cli, url: string): Promise<string> => (url === '-' ? readStdin(cli.io) : url);

const events = () => choices('--event <event...>', 'the events to notify of', HOOK_EVENTS);
const format = () => choice('--format <format>', 'the format of messages', HOOK_FORMATS);
const DESCRIPTION = value('--description <text>', 'what it is, for people');

const create = remote({
  use: 'create <org> <url>',
  about: 'notify an address (-: of stdin); its signing secret is printed once',
  options: [withDefault(events(), [...HOOK_EVENTS], 'all of them'), withDefault(format(), 'standard'), DESCRIPTION],
  examples: [
    ['secret=$(plumbline webhooks create org_… https://hooks.example.com/x)', 'signed JSON, of all events'],
    [
      'plumbline webhooks create org_… - --format slack \\\n      --event drift.detected < slack-url',
      'new drift, in a channel; its address is a secret, and so not an argument',
    ],
  ],
  ask: async (client, [org, address], { event: events, format, description = null }, cli) =>
    client.post<WithSecret>(at`/orgs/${org}/webhooks`, {
      url: await addressOf(cli, address),
      events,
      format,
      description,
    }),
  show: showSecret,
});

const list = remote({
  use: 'list <org>',
  about: 'list webhooks, newest first',
  options: [limit(100)],
  examples: [['plumbline webhooks list org_…', 'where messages go, and whether they arrive']],
  ask: (client, [org], { limit }) => client.get<Hook[]>(at`/orgs/${org}/webhooks`, { query: { limit } }),
  show(cli, found) {
    const rows = found.map((hook) => [
      hook.id,
      hook.url_hint,
      hook.format,
      hook.events.join(','),
      statusOf(hook),
      hook.description,
    ]);
    printTable(cli, ['ID', 'ADDRESS', 'FORMAT', 'EVENTS', 'STATUS', 'DESCRIPTION'], rows);
    for (const { id, disabled_reason: reason } of found) if (reason) note(cli, `${id}: ${visible(reason.detail)}`);
  },
});

const update = remote({
  use: 'update <org> <hook>',
  about: 'change a webhook; what is not named stays',
  options: [
    value('--address <url>', 'its new address; - takes it from stdin'),
    events(),
    format(),
    DESCRIPTION,
    flag('--enable', 'send to it again').conflicts('disable'),
    flag('--disable', 'send nothing to it'),
  ],
  examples: [['plumbline webhooks update org_… hook_… --enable', 'after the receiver was fixed']],
  ask: async (client, [org, id], { address, event: events, format, description, enable, disable }, cli) =>
    client.patch<Hook>(at`/orgs/${org}/webhooks/${id}`, {
      url: address === undefined ? undefined : await addressOf(cli, address),
      events,
      format,
      description,
      enabled: enable ? true : disable ? false : undefined,
    }),
  show: (cli, hook) => say(cli, `${hook.id}  ${visible(hook.url_hint)}  ${statusOf(hook)}  ${hook.events.join(',')}`),
});

const rotate = remote({
  use: 'rotate <org> <hook>',
  about: 'replace the secret; the new one is printed once',
  options: [grace('how long messages are signed with the old one as well', MAX_GRACE_DAYS)],
  examples: [['plumbline webhooks rotate org_… hook_…', 'both sign for another 24 hours']],
  ask: (client, [org, id], { grace }) =>
    client.post<WithSecret>(at`/orgs/${org}/webhooks/${id}/rotate`, { grace_seconds: grace }),
  show: showSecret,
});

const remove = order({
  use: 'delete <org> <hook>',
  about: 'delete a webhook with its log',
  examples: [['plumbline webhooks delete org_… hook_…', 'nothing is sent there any more']],
  async run(cli, client, [org, id]) {
    await client.delete(at`/orgs/${org}/webhooks/${id}`);
    note(cli, 'Deleted.');
  },
});

const test = remote({
  use: 'test <org> <hook>',
  about: 'send a test message',
  examples: [['plumbline webhooks test org_… hook_…', 'whether anything arrives']],
  ask: (client, [org, id]) => client.post<HookDelivery>(at`/orgs/${org}/webhooks/${id}/test`),
  show: showDelivery,
});

const deliveries = remote({
  use: 'deliveries <org> <hook>',
  about: 'list sent messages, newest first, with their results',
  options: [choice('--status <status>', 'only those with this status', ['waiting', 'delivered', 'failed']), limit(20)],
  examples: [['plumbline webhooks deliveries org_… hook_… --status failed', 'failed deliveries, with their errors']],
  ask: (client, [org, id], { status, limit }) =>
    client.get<HookDelivery[]>(at`/orgs/${org}/webhooks/${id}/deliveries`, { query: { status, limit } }),
  show(cli, found) {
    const rows = found.map((one) => [
      one.id,
      one.event,
      one.status,
      String(one.attempts),
      one.response_status?.toString() ?? null,
      one.created_at,
      one.next_attempt_at,
      one.error?.code ?? null,
    ]);
    printTable(cli, ['ID', 'EVENT', 'STATUS', 'TRIES', 'ANSWER', 'CREATED', 'NEXT TRY', 'ERROR'], rows);
    for (const { id, error, response_excerpt: excerpt } of found)
      if (error) note(cli, `${id}: ${visible(error.detail)}${excerpt === null ? '' : ` ${visible(excerpt)}`}`);
  },
});

const replay = remote({
  use: 'replay <org> <hook> <id>',
  about: 'send a message once more, under the same id',
  examples: [['plumbline webhooks replay org_… hook_… msg_…', 'that one']],
  ask: (client, [org, id, message]) =>
    client.post<HookDelivery>(at`/orgs/${org}/webhooks/${id}/deliveries/${message}/replay`),
  show: showDelivery,
});

export const webhooks = group('webhooks', 'manage notification webhooks (a key with admin)', [
  create,
  list,
  update,
  rotate,
  remove,
  test,
  deliveries,
  replay,
]);
