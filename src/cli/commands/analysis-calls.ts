import { CALL_FIGURES, sumFigures, type CallFigures } from '../../engine/model/analysis.ts';
import { callsText } from '../../texts/overview.ts';
import type { AnalysisCalls } from '../../services/analyses/get.ts';
import { at } from '../terminal/client.ts';
import { note, printTable, remote } from '../terminal/command.ts';

/** All accounts and regions taken together, the most frequent first. */
function byAction(actions: AnalysisCalls['actions']): { name: string; figures: CallFigures }[] {
  const groups = Map.groupBy(actions, ({ service, action }) => `${service}:${action}`);
  const total = ({ figures: { calls, saved, refused } }: { figures: CallFigures }) => calls + saved + refused;
  return [...groups]
    .map(([name, rows]) => ({ name, figures: sumFigures(rows) }))
    .sort((a, b) => total(b) - total(a) || (a.name < b.name ? -1 : 1));
}

export const calls = remote({
  use: 'calls <analysis>',
  about: 'show the API calls of an analysis, by service and action',
  examples: [
    ['plumbline analyses calls an_…', 'one line an action, the most frequent first'],
    ["plumbline analyses calls an_… --json | jq '.actions[]|select(.refused>0)'", 'what was refused'],
  ],
  more: `calls      sent to the cloud; every further try of one call counts
saved      answered without a call of their own
throttled  turned away for being too many
refused    not sent, because it is not allowed
failed     without an answer, or the service was in trouble`,
  ask: (client, [id]) => client.get<AnalysisCalls>(at`/analyses/${id}/calls`),
  show(cli, found) {
    const text = callsText({ calls: found });
    if (text === '') return note(cli, 'No API calls went through the gateway.');
    const rows = byAction(found.actions).map(({ name, figures }) => [
      name,
      ...CALL_FIGURES.map((figure) => (figures[figure] === 0 ? '-' : figures[figure].toLocaleString('en-US'))),
    ]);
    printTable(cli, ['ACTION', ...CALL_FIGURES.map((figure) => figure.toUpperCase())], rows);
    note(cli, `${text}.`);
  },
});
