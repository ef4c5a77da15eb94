import { visible } from '../../base/visible.ts';
import type { PresentedDelivery } from '../../services/webhooks/list.ts';
import { at } from '../terminal/client.ts';
import { group, note, printTable, remote, say } from '../terminal/command.ts';
import { choice, limit } from '../terminal/options.ts';

const list = remote({
  use: 'list',
  about: 'list deliveries, newest first',
  options: [
    choice('--status <status>', 'only those with this status', ['received', 'processed', 'ignored', 'dead']),
    limit(100),
  ],
  examples: [['plumbline deliveries list --status dead', 'failed deliveries, with their errors']],
  ask: (client, _, { status, limit }) =>
    client.get<PresentedDelivery[]>('/webhooks/deliveries', { query: { status, limit } }),
  show(cli, found) {
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
      note(cli, `${id}: ${visible(last_error?.detail ?? 'unknown reason')}`);
  },
});

const replay = remote({
  use: 'replay <delivery-id...>',
  about: 'process deliveries once more',
  examples: [
    ['plumbline deliveries replay dlv_… dlv_…', 'those two'],
    [
      "plumbline deliveries list --status dead --json | jq -r '.[].id' \\\n      | xargs plumbline deliveries replay",
      'all dead ones',
    ],
  ],
  async ask(client, [ids]) {
    const replayed: PresentedDelivery[] = [];
    for (const id of ids) replayed.push(await client.post(at`/webhooks/deliveries/${id}/replay`));
    return replayed;
  },
  show: (cli, replayed) => say(cli, replayed.map(({ id, status }) => `${id}  ${status}`).join('\n')),
});

export const deliveries = group('deliveries', 'list and replay webhook deliveries of the code host (operator key)', [
  list,
  replay,
]);
