import { setTimeout as sleep } from 'node:timers/promises';
import { Option, type Command } from 'commander';
import type { JsonObject } from '../../base/json.ts';
import type { Analysis, AnalysisOverview, Trigger } from '../../drift/analysis.ts';
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
import { CliError, createClient, type Client } from '../terminal/client.ts';
import { exitCodeFor } from '../report/exit-code.ts';
import { print } from '../terminal/io.ts';
import { createProgress, type Progress } from '../terminal/progress.ts';
import { followingText } from '../../report/overview.ts';
import { printReport, type ReportFormat } from '../report/print.ts';
import { repositoryId } from './repository.ts';
import { onInterrupt } from '../terminal/signals.ts';
import { registerCalls } from './analysis-calls.ts';

/** Half of what a key may ask in a minute by default. */
const POLL_MS = 1000;

type Shown = WithClient & ReportFormat;
type StartOptions = Shown & {
  statePrefix?: string;
  repo?: string;
  wait?: boolean;
  quiet?: boolean;
  allowUnread?: boolean;
};

/** Asks the API; when that is too often, waits as long as it says and a little longer, and asks again. */
async function patiently<T>(ask: () => Promise<T>, pause: (ms: number) => Promise<unknown>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CliError) || error.retryAfter === undefined) throw error;
      await pause(error.retryAfter * 1000 * (1 + Math.random() / 10));
    }
  }
}

/** Waits until the analysis has ended; progress is reported as the API tells it. */
export async function follow(
  client: Client,
  id: string,
  progress: Progress,
  options: { signal?: AbortSignal; everyMs?: number } = {},
): Promise<Analysis> {
  const { signal, everyMs = POLL_MS } = options;
  const pause = (ms: number) => sleep(ms, undefined, signal ? { signal } : {});
  const path = `/analyses/${encodeURIComponent(id)}`;
  for (;;) {
    const analysis = await patiently(() => client.get<Analysis>(path, signal), pause);
    if (analysis.status !== 'queued' && analysis.status !== 'running') return analysis;
    progress.update({ phase: analysis.status === 'queued' ? 'waiting' : 'reading resources', ...analysis.progress });
    await pause(everyMs);
  }
}

/** What an analysis was made for, in a word or two. */
function triggerOf({ kind, pull_request: number, ref }: Trigger): string {
  const what = number === undefined ? ref : `#${number}`;
  return what === undefined ? kind : `${kind} ${what}`;
}

function withFormats(command: Command): Command {
  return withJson(command).addOption(new Option('--markdown', 'print Markdown').conflicts('json'));
}

/** `plumbline analyses start | list | show | calls | cancel`. */
export function registerAnalyses(program: Command, cli: Cli): void {
  const analyses = program.command('analyses').description('start, list, show and cancel analyses of an organization');
  registerStart(analyses, cli);

  const list = analyses
    .command('list <org>')
    .description('list analyses, newest first')
    .option('--limit <n>', 'how many at most', wholeNumber(1, 100), 20)
    .action(async (org: string, options: WithClient & { limit: number }) => {
      const path = `/orgs/${encodeURIComponent(org)}/analyses?limit=${options.limit}`;
      const found = await createClient(cli.io.env, options).get<AnalysisOverview[]>(path);
      if (options.json) return printJson(cli, found);
      const rows = found.map(({ id, status, severity, counts, created_at, trigger, repo_full_name, repo_id }) => [
        id,
        status,
        severity,
        `${counts.changed + counts.deleted}${followingText(counts.following)}`,
        String(counts.resources),
        `${created_at.slice(0, 16)}Z`,
        triggerOf(trigger),
        repo_full_name ?? repo_id,
      ]);
      const headings = ['ID', 'STATUS', 'SEVERITY', 'DRIFTED', 'OF', 'CREATED', 'TRIGGER', 'REPOSITORY'];
      printTable(cli, headings, rows);
    });
  withJson(withClientOptions(list));
  withExamples(list, [['plumbline analyses list org_…', 'one line an analysis']]);

  const show = analyses
    .command('show <analysis>')
    .description('show one analysis with its findings')
    .action(async (id: string, options: Shown) => {
      const path = `/analyses/${encodeURIComponent(id)}`;
      printReport(cli.io, await createClient(cli.io.env, options).get<Analysis>(path), options);
    });
  withFormats(withClientOptions(show));
  withExamples(show, [['plumbline analyses show an_… --markdown', 'for a ticket or a pull request']]);

  registerCalls(analyses, cli);

  const cancel = analyses
    .command('cancel <analysis>')
    .description('stop an analysis that waits or runs; what it has found by then stays')
    .action(async (id: string, options: WithClient) => {
      const path = `/analyses/${encodeURIComponent(id)}/cancel`;
      const canceled = await createClient(cli.io.env, options).post<AnalysisOverview>(path, {});
      if (options.json) return printJson(cli, canceled);
      print(cli.io.stderr, 'Canceled.');
    });
  withJson(withClientOptions(cancel));
  withExamples(cancel, [['plumbline analyses cancel an_…', 'a worker that runs it stops within seconds']]);
}

function registerStart(analyses: Command, cli: Cli): void {
  const start = analyses
    .command('start <org>')
    .description('start an analysis')
    .option('--state-prefix <prefix>', 'only states below this prefix')
    .option('--repo <repository>', 'only the states of this repository: owner/name, or its id')
    .option('--wait', 'wait for the end and print the report')
    .option('--allow-unread', 'with --wait: do not fail for resources that could not be looked at')
    .option('-q, --quiet', 'no progress')
    .action((org: string, options: StartOptions) => startAnalysis(cli, org, options));
  withFormats(withClientOptions(start));
  withExamples(
    start,
    [
      ['plumbline analyses start org_…', 'prints the id of the analysis at once'],
      ['plumbline analyses start org_… --repo acme/infra', 'only the states of that repository'],
      ['plumbline analyses start org_… --wait', 'follows it and prints what it found'],
    ],
    'Exit codes: 0 started, 1 error; with --wait:\n  0  no drift, and everything was looked at\n  1  an error; or no drift, but something could not be looked at\n  2  drift',
  );
}

async function startAnalysis(cli: Cli, org: string, options: StartOptions): Promise<void> {
  const client = createClient(cli.io.env, options);
  const body: JsonObject = {
    ...(options.statePrefix !== undefined && { state_prefix: options.statePrefix }),
    ...(options.repo !== undefined && { repo_id: await repositoryId(client, org, options.repo) }),
  };
  const started = await client.post<AnalysisOverview>(`/orgs/${encodeURIComponent(org)}/analyses`, body);
  if (!options.wait) {
    if (options.json) return printJson(cli, started);
    print(cli.io.stdout, started.id);
    print(cli.io.stderr, `Next: plumbline analyses show ${started.id}`);
    return;
  }
  const interruption = onInterrupt();
  const progress = createProgress(cli.io.stderr, { quiet: options.quiet === true });
  try {
    const analysis = await follow(client, started.id, progress, interruption);
    progress.end();
    printReport(cli.io, analysis, options);
    cli.exit(exitCodeFor(analysis, { allowUnread: options.allowUnread === true }));
  } finally {
    progress.end();
    interruption.stop();
  }
}
