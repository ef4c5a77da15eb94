import { Option, type Command } from 'commander';
import { HOOK_EVENTS, HOOK_FORMATS } from '../../services/notifications/events.ts';
import type { HookDelivery } from '../../services/notifications/delivery.ts';
import type { Hook } from '../../services/notifications/hook.ts';
import { visible } from '../../base/visible.ts';
import {
  graceOption,
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
import { print, readStdin } from '../terminal/io.ts';

const hooksPath = (org: string) => `/orgs/${encodeURIComponent(org)}/webhooks`;
const hookPath = (org: string, id: string) => `${hooksPath(org)}/${encodeURIComponent(id)}`;

const MAX_GRACE_DAYS = 7;

const statusOf = ({ enabled, disabled_reason, failing_since }: Hook) => {
  if (!enabled) return disabled_reason ? `disabled: ${disabled_reason.code}` : 'disabled';
  return failing_since === null ? 'enabled' : `failing since ${failing_since}`;
};

/** A secret that is shown this once: alone on stdout, so that scripts can take it. */
function printSecret(cli: Cli, { id, secret }: Hook & { secret: string }): void {
  print(cli.io.stdout, secret);
  print(cli.io.stderr, `${id}: what its messages are signed with. Keep it: it is not shown again.`);
}

function printHook(cli: Cli, hook: Hook): void {
  print(cli.io.stdout, `${hook.id}  ${visible(hook.url_hint)}  ${statusOf(hook)}  ${hook.events.join(',')}`);
}

/** An address that is a secret itself is better piped in. */
const addressOf = async (cli: Cli, given: string): Promise<string> => (given === '-' ? readStdin(cli.io) : given);

const eventOption = () => new Option('--event <event...>', 'what to be told of').choices([...HOOK_EVENTS]);
const formatOption = () => new Option('--format <format>', 'what is sent').choices([...HOOK_FORMATS]);

/** `plumbline webhooks create | list | update | rotate | delete | test | deliveries | replay`. */
export function registerWebhooks(program: Command, cli: Cli): void {
  const hooks = program.command('webhooks').description('have addresses told of what analyses find (a key with admin)');
  registerCreate(hooks, cli);
  registerList(hooks, cli);
  registerUpdate(hooks, cli);
  registerRotate(hooks, cli);
  registerDelete(hooks, cli);
  registerTest(hooks, cli);
  registerDeliveries(hooks, cli);
  registerReplay(hooks, cli);
}

type Creation = WithClient & { event?: string[]; format?: string; description?: string };

function registerCreate(hooks: Command, cli: Cli): void {
  const create = hooks
    .command('create <org> <url>')
    .description('have an address told (-: of stdin); its signing secret is printed this once')
    .addOption(eventOption().default([...HOOK_EVENTS], 'all of them'))
    .addOption(formatOption().default('standard'))
    .option('--description <text>', 'what it is, for people')
    .action(async (org: string, url: string, options: Creation) => {
      const { event: events = [], format = 'standard', description = null } = options;
      const body = { url: await addressOf(cli, url), events, format, description };
      const made = await createClient(cli.io.env, options).post<Hook & { secret: string }>(hooksPath(org), body);
      if (options.json) return printJson(cli, made);
      printSecret(cli, made);
    });
  withJson(withClientOptions(create));
  withExamples(create, [
    ['secret=$(plumbline webhooks create org_… https://hooks.example.com/x)', 'signed JSON, of all events'],
    [
      'plumbline webhooks create org_… - --format slack \\\n      --event drift.detected < slack-url',
      'new drift, in a channel; its address is a secret, and so not an argument',
    ],
  ]);
}

function registerList(hooks: Command, cli: Cli): void {
  const list = hooks
    .command('list <org>')
    .description('list webhooks, newest first')
    .option('--limit <n>', 'how many at most', wholeNumber(1, 100), 100)
    .action(async (org: string, options: WithClient & { limit: number }) => {
      const found = await createClient(cli.io.env, options).get<Hook[]>(`${hooksPath(org)}?limit=${options.limit}`);
      if (options.json) return printJson(cli, found);
      const rows = found.map((hook) => [
        hook.id,
        hook.url_hint,
        hook.format,
        hook.events.join(','),
        statusOf(hook),
        hook.description,
      ]);
      printTable(cli, ['ID', 'ADDRESS', 'FORMAT', 'EVENTS', 'STATUS', 'DESCRIPTION'], rows);
      for (const { id, disabled_reason: reason } of found)
        if (reason) print(cli.io.stderr, `${id}: ${visible(reason.detail)}`);
    });
  withJson(withClientOptions(list));
  withExamples(list, [['plumbline webhooks list org_…', 'where messages go, and whether they arrive']]);
}

type Update = Creation & { address?: string; enable?: boolean; disable?: boolean };

function registerUpdate(hooks: Command, cli: Cli): void {
  const update = hooks
    .command('update <org> <hook>')
    .description('change a webhook; what is not named stays')
    .option('--address <url>', 'its new address; - takes it from stdin')
    .addOption(eventOption())
    .addOption(formatOption())
    .option('--description <text>', 'what it is, for people')
    .addOption(new Option('--enable', 'send to it again').conflicts('disable'))
    .option('--disable', 'send nothing to it')
    .action(
      async (org: string, id: string, { address: url, event: events, format, description, ...options }: Update) => {
        const enabled = options.enable ? true : options.disable ? false : undefined;
        const body = {
          ...(url !== undefined && { url: await addressOf(cli, url) }),
          ...(events && { events }),
          ...(format !== undefined && { format }),
          ...(description !== undefined && { description }),
          ...(enabled !== undefined && { enabled }),
        };
        const changed = await createClient(cli.io.env, options).patch<Hook>(hookPath(org, id), body);
        if (options.json) return printJson(cli, changed);
        printHook(cli, changed);
      },
    );
  withJson(withClientOptions(update));
  withExamples(update, [['plumbline webhooks update org_… hook_… --enable', 'after the receiver was mended']]);
}

function registerRotate(hooks: Command, cli: Cli): void {
  const rotate = hooks
    .command('rotate <org> <hook>')
    .description('replace the secret; the new one is printed this once')
    .addOption(graceOption('how long messages are signed with the old one as well', MAX_GRACE_DAYS))
    .action(async (org: string, id: string, options: WithClient & { grace: number }) => {
      const body = { grace_seconds: options.grace };
      const client = createClient(cli.io.env, options);
      const made = await client.post<Hook & { secret: string }>(`${hookPath(org, id)}/rotate`, body);
      if (options.json) return printJson(cli, made);
      printSecret(cli, made);
    });
  withJson(withClientOptions(rotate));
  withExamples(rotate, [['plumbline webhooks rotate org_… hook_…', 'both sign for another 24 hours']]);
}

function registerDelete(hooks: Command, cli: Cli): void {
  const remove = hooks
    .command('delete <org> <hook>')
    .description('delete a webhook with its log')
    .action(async (org: string, id: string, options: WithClient) => {
      await createClient(cli.io.env, options).delete(hookPath(org, id));
      print(cli.io.stderr, 'Deleted.');
    });
  withClientOptions(remove);
  withExamples(remove, [['plumbline webhooks delete org_… hook_…', 'nothing is sent there any more']]);
}

const lineOf = ({ id, event, status, response_status, error }: HookDelivery) =>
  [id, event, status, response_status ?? '-', error ? visible(error.detail) : ''].join('  ').trimEnd();

function registerTest(hooks: Command, cli: Cli): void {
  const test = hooks
    .command('test <org> <hook>')
    .description('send a message that says nothing')
    .action(async (org: string, id: string, options: WithClient) => {
      const sent = await createClient(cli.io.env, options).post<HookDelivery>(`${hookPath(org, id)}/test`, {});
      if (options.json) return printJson(cli, sent);
      print(cli.io.stdout, lineOf(sent));
    });
  withJson(withClientOptions(test));
  withExamples(test, [['plumbline webhooks test org_… hook_…', 'whether anything arrives']]);
}

function registerDeliveries(hooks: Command, cli: Cli): void {
  const list = hooks
    .command('deliveries <org> <hook>')
    .description('list what was sent, newest first, and what came of it')
    .addOption(
      new Option('--status <status>', 'only those that stand like this').choices(['waiting', 'delivered', 'failed']),
    )
    .option('--limit <n>', 'how many at most', wholeNumber(1, 100), 20)
    .action(async (org: string, id: string, options: WithClient & { status?: string; limit: number }) => {
      const query = `limit=${options.limit}${options.status === undefined ? '' : `&status=${options.status}`}`;
      const client = createClient(cli.io.env, options);
      const found = await client.get<HookDelivery[]>(`${hookPath(org, id)}/deliveries?${query}`);
      if (options.json) return printJson(cli, found);
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
      for (const { id: message, error, response_excerpt: excerpt } of found)
        if (error)
          print(cli.io.stderr, `${message}: ${visible(error.detail)}${excerpt === null ? '' : ` ${visible(excerpt)}`}`);
    });
  withJson(withClientOptions(list));
  withExamples(list, [['plumbline webhooks deliveries org_… hook_… --status failed', 'what was given up, and why']]);
}

function registerReplay(hooks: Command, cli: Cli): void {
  const replay = hooks
    .command('replay <org> <hook> <id>')
    .description('send a message once more, under the same id')
    .action(async (org: string, id: string, message: string, options: WithClient) => {
      const path = `${hookPath(org, id)}/deliveries/${encodeURIComponent(message)}/replay`;
      const sent = await createClient(cli.io.env, options).post<HookDelivery>(path, {});
      if (options.json) return printJson(cli, sent);
      print(cli.io.stdout, lineOf(sent));
    });
  withJson(withClientOptions(replay));
  withExamples(replay, [['plumbline webhooks replay org_… hook_… msg_…', 'that one']]);
}
