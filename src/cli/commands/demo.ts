import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analysis } from '../../engine/model/analysis.ts';
import { wrap } from '../../texts/width.ts';
import { visible } from '../../base/visible.ts';
import type { Organization } from '../../services/access/organization.ts';
import type { Env } from '../../server/config/config.ts';
import { createOrganization, type Play } from '../demo/organization.ts';
import { startDemoServer } from '../demo/server.ts';
import { memoryText, nextSteps, signInText } from '../demo/texts.ts';
import { DEMO_SOURCES, type OpenStates, type OpenWorld } from '../demo/world.ts';
import { printReport } from '../report/print.ts';
import { at, CliError, createClient, type Client } from '../terminal/client.ts';
import { local, say, type Cli } from '../terminal/command.ts';
import { widthOf } from '../terminal/io.ts';
import { choice, flag, value, wholeNumber, withDefault, type Values } from '../terminal/options.ts';
import { createProgress } from '../terminal/progress.ts';
import { onInterrupt } from '../terminal/signals.ts';
import { follow } from './analyses.ts';
import { signInLink } from './dashboard.ts';

const OPTIONS = [
  flag('--once', 'exit after the report instead of serving on'),
  flag('--sample', "use the sample provider and its small cloud, even where AWS's provider is available"),
  choice('--source <kind>', 'keep the states in a source of this kind instead of S3', DEMO_SOURCES),
  value('--database-url <url>', 'the Postgres for --source pg; by default an embedded one'),
  withDefault(value('--port <n>', 'port of the server; 0 takes a free one', wholeNumber(0, 65_535)), 0),
] as const;
type Options = Values<typeof OPTIONS>;

/** Variables of the user's environment that the server gets: none that would change its settings. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TF_CLI_CONFIG_FILE',
  'XDG_DATA_HOME',
  'XDG_DATA_DIRS',
  'APPDATA',
  'SystemRoot',
];

/** `plumbline demo`: real drift in an emulated cloud, found by the real server. */
export const demo = local({
  use: 'demo',
  about: 'find real drift in an emulated cloud; needs no account and leaves nothing behind',
  options: OPTIONS,
  examples: [
    ['plumbline demo', 'keeps serving afterwards, for the dashboard and the curl lines'],
    ['plumbline demo --once', 'for scripts'],
    ['plumbline demo --sample --source pg', 'no AWS anywhere: states in Postgres, a sample cloud'],
  ],
  more: `With AWS's provider on this machine (a Terraform mirror) and moto (on PATH, or
installed by pip into the cache directory) it is an emulated AWS; otherwise a
sample provider and a small cloud that come along.

Where the states lie with --source: in gcp-storage-emulator or fake-gcs-server
(gcs), in azurite-blob (azurerm), each from PATH, or in a schema of a Postgres
(pg), which is removed again. The password may come as PGPASSWORD.

Exit codes:
  0    it worked, with all its drift
  1    something failed, or nothing was found
  130  interrupted before it was through`,
  async run(cli, _, options) {
    const interruption = onInterrupt();
    const cleanup: Step[] = [];
    try {
      await play(cli, options, cleanup, interruption.signal);
    } catch (error) {
      // An error of an interrupted demo comes from the interruption.
      interruption.signal.throwIfAborted();
      throw error;
    } finally {
      for (const step of cleanup.reverse()) await step().catch(() => undefined);
      interruption.stop();
    }
  },
});

/** A cleanup. All run at the demo's end, last first, however it ends. */
type Step = () => Promise<unknown>;
type Say = (line: string) => void;

async function play(cli: Cli, options: Options, cleanup: Step[], signal: AbortSignal): Promise<void> {
  const { env } = cli.io;
  const print: Say = (line) => say(cli, wrap(line, widthOf(cli.io.stdout)).join('\n'));
  const directory = await mkdtemp(join(tmpdir(), 'plumbline-demo-'));
  cleanup.push(() => rm(directory, { recursive: true, force: true }));

  const { source, databaseUrl, sample = false } = options;
  if (databaseUrl !== undefined && source !== 'pg') throw new CliError('--database-url goes with --source pg.');
  const { openStates, openWorld } = await loadWorlds();
  const states = source && (await openStates(source, { env, databaseUrl }));
  if (states) cleanup.push(() => states.close());
  signal.throwIfAborted();
  const { world, why } = await openWorld({ env, directory, say: print, signal, sample });
  cleanup.push(() => world.close());
  print(`Provider: ${world.provider}. Cloud: ${world.cloud}.`);
  if (why !== undefined) print(`Not AWS, because ${why}.`);
  await setScene({ world, states }, print, signal);

  const server = await startDemoServer(environment({ world, states }, env, directory, options.port), signal);
  cleanup.push(() => server.stop());
  signal.throwIfAborted();
  print(`Plumbline listens on ${server.url}, with a database in ${directory}.`);

  const operatorKey = await readFile(join(directory, 'data', 'operator.key'), 'utf8');
  const access = { url: server.url, operatorKey };
  const { client, key, organization, connection } = await createOrganization({ world, states }, access);
  print(`Created the organization "acme", an API key, ${connection} over the REST API; analysing …`);
  const analysis = await analyse(cli, client, organization, signal);
  print('');
  printReport(cli.io, analysis, {});
  if (analysis.findings.length === 0) throw new CliError('The demo found no drift, although there is some.');
  print('');
  print(memoryText(analysis));
  if (options.once) return;
  say(cli, `\n${nextSteps(server.url, key, organization, analysis, source)}`);
  const link = await signInLink(createClient({}, { url: server.url, key }));
  say(cli, `\n${signInText(server.url, key, link.url, cli.io.command ?? 'plumbline')}`);
  if (!signal.aborted) await once(signal, 'abort');
  print('Stopping the demo and removing its data.');
}

/** Nothing else in src/ uses testkit/, and the demo loads it only here. */
async function loadWorlds(): Promise<{ openStates: OpenStates; openWorld: OpenWorld }> {
  const file = import.meta.url.endsWith('.ts') ? '../../../testkit/demo/open.ts' : '../../testkit/demo/open.js';
  return (await import(new URL(file, import.meta.url).href)) as { openStates: OpenStates; openWorld: OpenWorld };
}

async function setScene({ world, states }: Play, print: Say, signal: AbortSignal): Promise<void> {
  const { state_bucket, state_prefix } = world.settings;
  const applied = await world.apply(states?.put);
  signal.throwIfAborted();
  const where = states?.where ?? `s3://${state_bucket}/${state_prefix}`;
  print(`Applied an estate of ${applied} resources; its state is in ${where}.`);
  const changes = await world.meddle();
  signal.throwIfAborted();
  for (const line of ['', "Then, behind Terraform's back, somebody", ...changes.map((change) => `  - ${change}`), ''])
    print(line);
}

/** The whole environment of the demo's server: the world's, and the user's variables that help to find providers. */
function environment({ world, states }: Play, env: Env, directory: string, port: number): Env {
  const passed = Object.fromEntries(PASSED_ON.map((name) => [name, env[name]]));
  return {
    ...passed,
    ...world.env,
    ...states?.env,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: join(directory, 'none'),
    AWS_SHARED_CREDENTIALS_FILE: join(directory, 'none'),
    PORT: String(port),
    HOST: '127.0.0.1',
    PLUMBLINE_DATA_DIR: join(directory, 'data'),
    PLUMBLINE_LOG_LEVEL: 'silent',
  };
}

/** Runs one analysis over the REST API. Throws `CliError` if it fails. */
async function analyse(
  { io }: Cli,
  client: Client,
  organization: Organization,
  signal: AbortSignal,
): Promise<Analysis> {
  const progress = createProgress(io.stderr);
  try {
    const started = await client.post<Analysis>(at`/orgs/${organization.id}/analyses`, {}, { signal });
    const analysis = await follow(client, started.id, progress, { signal, everyMs: 300 });
    if (analysis.status === 'failed')
      throw new CliError(`The analysis failed: ${visible(analysis.error?.detail ?? '')}`);
    return analysis;
  } finally {
    progress.end();
  }
}
