import type { Command } from 'commander';
import { CALL_FIGURES, sumFigures, type CallFigures } from '../../drift/analysis.ts';
import { callsText } from '../../report/overview.ts';
import type { ActionCalls, AnalysisCalls } from '../../services/analyses/calls.ts';
import { printJson, printTable, withClientOptions, withExamples, withJson, type Cli, type WithClient } from '../terminal/command.ts';
import { createClient } from '../terminal/client.ts';
import { print } from '../terminal/io.ts';

/** All accounts and regions taken together, what was asked for most first. */
function byAction(actions: readonly ActionCalls[]): { name: string; figures: CallFigures }[] {
  const groups = Map.groupBy(actions, ({ service, action }) => `${service}:${action}`);
  const asked = ({ figures: { calls, saved, refused } }: { figures: CallFigures }) => calls + saved + refused;
  return [...groups]
    .map(([name, rows]) => ({ name, figures: sumFigures(rows) }))
    .sort((a, b) => asked(b) - asked(a) || (a.name < b.name ? -1 : 1));
}

/** `plumbline analyses calls`. */
export function registerCalls(analyses: Command, cli: Cli): void {
  const calls = analyses
    .command('calls <analysis>')
    .description('show what an analysis called at the cloud, by service and action')
    .action(async (id: string, options: WithClient) => {
      const path = `/analyses/${encodeURIComponent(id)}/calls`;
      const found = await createClient(cli.io.env, options).get<AnalysisCalls>(path);
      if (options.json) return printJson(cli, found);
      const text = callsText({ calls: found });
      if (text === '') return print(cli.io.stderr, 'Nothing was called through the gateway.');
      const rows = byAction(found.actions).map(({ name, figures }) => [
        name,
        ...CALL_FIGURES.map((figure) => (figures[figure] === 0 ? '-' : figures[figure].toLocaleString('en-US'))),
      ]);
      const headings = ['ACTION', ...CALL_FIGURES.map((figure) => figure.toUpperCase())];
      printTable(cli, headings, rows);
      print(cli.io.stderr, `It took ${text}.`);
    });
  withJson(withClientOptions(calls));
  withExamples(
    calls,
    [
      ['plumbline analyses calls an_…', 'one line an action, the most frequent first'],
      ["plumbline analyses calls an_… --json | jq '.actions[]|select(.refused>0)'", 'what was refused'],
    ],
    `calls      sent to the cloud; every further try of one call counts
saved      answered without a call of their own
throttled  turned away for being too many
refused    not sent, because it is not allowed
failed     without an answer, or the service was in trouble`,
  );
}
