import { setTimeout as sleep } from 'node:timers/promises';
import {
  CALL_FIGURES,
  sumFigures,
  type Analysis,
  type AnalysisOverview,
  type CallFigures,
  type Trigger,
} from '../../engine/model/analysis.ts';
import { sideEffectsText } from '../../engine/report/wording/drifted.ts';
import type { AnalysisCalls } from '../../services/analyses/get.ts';
import { callsText } from '../../texts/overview.ts';
import { exitCodeFor } from '../report/exit-code.ts';
import { printReport, REPORT_OPTIONS, STRICTNESS_OPTIONS } from '../report/print.ts';
import { at, createClient, waitOut, type Client } from '../terminal/client.ts';
import { group, local, note, printJson, printTable, remote, say } from '../terminal/command.ts';
import { CLIENT_OPTIONS, flag, JSON_OPTION, limit, value } from '../terminal/options.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { onInterrupt } from '../terminal/signals.ts';
import { repositoryId } from './repos.ts';

/** Half of the default limit of a key's requests. */
const POLL_MS = 1000;

/** Waits until the analysis ends, and reports its progress. */
export async function follow(
  client: Client,
  id: string,
  progress: Progress,
  { signal, everyMs = POLL_MS }: { signal?: AbortSignal; everyMs?: number } = {},
): Promise<Analysis> {
  for (;;) {
    const analysis = await waitOut(() => client.get<Analysis>(at`/analyses/${id}`, { signal }), signal);
    if (analysis.status !== 'queued' && analysis.status !== 'running') return analysis;
    progress.update({ phase: analysis.status === 'queued' ? 'waiting' : 'reading resources', ...analysis.progress });
    await sleep(everyMs, undefined, { signal });
  }
}

function triggerText({ kind, pull_request: number, ref }: Trigger): string {
  const cause = number === undefined ? ref : `#${number}`;
  return cause === undefined ? kind : `${kind} ${cause}`;
}

const start = local({
  use: 'start <org>',
  about: 'start an analysis',
  options: [
    value('--state-prefix <prefix>', 'only states below this prefix'),
    value('--repo <repository>', 'only the states of this repository: owner/name, or its id'),
    flag('--unmanaged', 'also take an inventory of what no state has'),
    flag('--wait', 'wait for the end and print the report'),
    ...STRICTNESS_OPTIONS,
    flag('-q, --quiet', 'no progress'),
    ...CLIENT_OPTIONS,
    ...REPORT_OPTIONS,
    JSON_OPTION,
  ],
  examples: [
    ['plumbline analyses start org_…', 'prints the id of the analysis at once'],
    ['plumbline analyses start org_… --repo acme/infra', 'only the states of that repository'],
    ['plumbline analyses start org_… --wait', 'follows it and prints its report'],
  ],
  more: 'Exit codes: 0 started, 1 error; with --wait:\n  0  no drift, and everything was checked\n  1  an error; or no drift, but something was not checked\n  2  drift',
  async run(cli, [org], options) {
    const client = createClient(cli.io.env, options);
    const started = await client.post<AnalysisOverview>(at`/orgs/${org}/analyses`, {
      state_prefix: options.statePrefix,
      repo_id: options.repo === undefined ? undefined : await repositoryId(client, org, options.repo),
      unmanaged: options.unmanaged,
    });
    if (!options.wait) {
      if (options.json || options.format === 'json') return printJson(cli, started);
      say(cli, started.id);
      return note(cli, `Next: plumbline analyses show ${started.id}`);
    }
    const interruption = onInterrupt();
    const progress = createProgress(cli.io.stderr, { quiet: options.quiet });
    try {
      const analysis = await follow(client, started.id, progress, interruption);
      progress.end();
      printReport(cli.io, analysis, options);
      cli.exit(exitCodeFor(analysis, options));
    } finally {
      progress.end();
      interruption.stop();
    }
  },
});

const list = remote({
  use: 'list <org>',
  about: 'list analyses, newest first',
  options: [limit(20)],
  examples: [['plumbline analyses list org_…', 'one line an analysis']],
  ask: (client, [org], { limit }) => client.get<AnalysisOverview[]>(at`/orgs/${org}/analyses`, { query: { limit } }),
  show(cli, found) {
    const rows = found.map(({ id, status, severity, counts, created_at, trigger, repo_full_name, repo_id }) => [
      id,
      status,
      severity,
      `${counts.changed + counts.deleted - (counts.following ?? 0)}${sideEffectsText(counts.following)}`,
      String(counts.resources),
      `${created_at.slice(0, 16)}Z`,
      triggerText(trigger),
      repo_full_name ?? repo_id,
    ]);
    printTable(cli, ['ID', 'STATUS', 'SEVERITY', 'DRIFTED', 'OF', 'CREATED', 'TRIGGER', 'REPOSITORY'], rows);
  },
});

const show = remote({
  use: 'show <analysis>',
  about: 'show one analysis with its findings',
  options: REPORT_OPTIONS,
  examples: [['plumbline analyses show an_… --markdown', 'for a ticket or a pull request']],
  ask: (client, [id]) => client.get<Analysis>(at`/analyses/${id}`),
  show: (cli, analysis, _, options) => printReport(cli.io, analysis, options),
});

/** Sums the calls of all accounts and regions by action, the most frequent first. */
function byAction(actions: AnalysisCalls['actions']): { name: string; figures: CallFigures }[] {
  const groups = Map.groupBy(actions, ({ service, action }) => `${service}:${action}`);
  const total = ({ figures: { calls, saved, refused } }: { figures: CallFigures }) => calls + saved + refused;
  return [...groups]
    .map(([name, rows]) => ({ name, figures: sumFigures(rows) }))
    .sort((a, b) => total(b) - total(a) || (a.name < b.name ? -1 : 1));
}

const calls = remote({
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

const cancel = remote({
  use: 'cancel <analysis>',
  about: 'stop a queued or running analysis; what it has found by then is kept',
  examples: [['plumbline analyses cancel an_…', 'a worker that runs it stops within seconds']],
  ask: (client, [id]) => client.post<AnalysisOverview>(at`/analyses/${id}/cancel`),
  show: (cli) => note(cli, 'Canceled.'),
});

export const analyses = group('analyses', 'start, list, show and cancel analyses of an organization', [
  start,
  list,
  show,
  calls,
  cancel,
]);
