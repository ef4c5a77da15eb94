import { Option, type Command } from 'commander';
import type { PresentedDelivery } from '../../services/webhooks/present.ts';
import {
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
import { print } from '../terminal/io.ts';
import { visible } from '../../base/visible.ts';

/** `plumbline deliveries list | replay`. Both need the operator key. */
export function registerDeliveries(program: Command, cli: Cli): void {
  const deliveries = program
    .command('deliveries')
    .description('look at and replay what the code host delivered (operator key)');
  registerList(deliveries, cli);

  const replay = deliveries
    .command('replay <delivery-id...>')
    .description('process deliveries once more')
    .action(async (ids: string[], options: WithClient) => {
      const client = createClient(cli.io.env, options);
      const replayed: PresentedDelivery[] = [];
      for (const id of ids)
        replayed.push(await client.post(`/webhooks/deliveries/${encodeURIComponent(id)}/replay`, {}));
      if (options.json) return printJson(cli, replayed);
      print(cli.io.stdout, replayed.map(({ id, status }) => `${id}  ${status}`).join('\n'));
    });
  withJson(withClientOptions(replay));
  withExamples(replay, [
    ['plumbline deliveries replay dlv_… dlv_…', 'those two'],
    [
      "plumbline deliveries list --status dead --json | jq -r '.[].id' \\\n      | xargs plumbline deliveries replay",
      'all dead ones',
    ],
  ]);
}

function registerList(deliveries: Command, cli: Cli): void {
  const list = deliveries
    .command('list')
    .description('list deliveries, newest first')
    .addOption(
      new Option('--status <status>', 'only those that stand like this').choices([
        'received',
        'processed',
        'ignored',
        'dead',
      ]),
    )
    .option('--limit <n>', 'how many at most', wholeNumber(1, 100), 100)
    .action(async (options: WithClient & { status?: string; limit: number }) => {
      const query = `limit=${options.limit}${options.status === undefined ? '' : `&status=${options.status}`}`;
      const found = await createClient(cli.io.env, options).get<PresentedDelivery[]>(`/webhooks/deliveries?${query}`);
      if (options.json) return printJson(cli, found);
      const rows = found.map((one) => [
        one.id,
        one.action === null ? one.event : `${one.event}.${one.action}`,
        one.status,
        String(one.attempts),
        one.received_at,
        one.last_error?.code ?? null,
      ]);
      printTable(cli, ['ID', 'EVENT', 'STATUS', 'TRIES', 'RECEIVED', 'ERROR'], rows);
      for (const { id, last_error } of found.filter((one) => one.status === 'dead'))
        print(cli.io.stderr, `${id}: ${visible(last_error?.detail ?? 'no reason is known')}`);
    });
  withJson(withClientOptions(list));
  withExamples(list, [['plumbline deliveries list --status dead', 'what was given up, and why']]);
}
