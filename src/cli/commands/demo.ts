import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Analysis } from '../../drift/analysis.ts';
import type { Env } from '../../server/config.ts';
import type { ApiKey } from '../../services/keys/present.ts';
import type { CloudConfiguration } from '../../services/clouds/settings.ts';
import type { Organization } from '../../services/organizations/fetch.ts';
import { wholeNumber, withExamples, type Cli } from '../terminal/command.ts';
import { CliError, createClient } from '../terminal/client.ts';
import { print, wantsColor, widthOf } from '../terminal/io.ts';
import { startDemoServer } from '../demo/server.ts';
import type { DemoWorld, OpenWorld } from '../demo/world.ts';
import { createProgress } from '../terminal/progress.ts';
import { terminalReport } from '../report/terminal.ts';
import { visible } from '../../base/visible.ts';
import { wrap } from '../../report/width.ts';
import { onInterrupt, type Interruption } from '../terminal/signals.ts';
import { follow } from './analyses.ts';
import { linkTo } from './dashboard.ts';

type Options = { sample?: boolean; once?: boolean; port: number };

/** What the server may see of the user's environment: nothing that would make it another server than the demo's. */
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
export function registerDemo(program: Command, cli: Cli): void {
  const demo = program
    .command('demo')
    .description('find real drift in an emulated cloud; needs no account and leaves nothing behind')
    .option('--once', 'exit after the report instead of serving on')
    .option('--sample', "use the sample provider and its small cloud, even where AWS's provider is to be had")
    .option('--port <n>', 'port of the server; 0 takes a free one', wholeNumber(0, 65_535), 0)
    .action((options: Options) => runDemo(cli, options));
  withExamples(
    demo,
    [
      ['plumbline demo', 'keeps serving afterwards, for the dashboard and the curl lines'],
      ['plumbline demo --once', 'for scripts'],
    ],
    `With AWS's provider on this machine (a Terraform mirror) and moto (on PATH, or
installed by pip into the cache directory) it is an emulated AWS; otherwise a
sample provider and a small cloud that come along.

Exit codes:
  0    it worked, with all its drift
  1    something failed, or nothing was found
  130  interrupted before it was through`,
  );
}

/** Things to end, last first, on every way out. */
function ending() {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    add: (step: () => Promise<unknown>) => steps.push(step),
    async run() {
      for (const step of steps.splice(0).reverse()) await step().catch(() => undefined);
    },
  };
}

async function runDemo(cli: Cli, options: Options): Promise<void> {
  const end = ending();
  const interruption = onInterrupt();
  try {
    await play(cli, options, end, interruption);
  } catch (error) {
    // Whatever an interrupted demo fell over, it was the interruption.
    interruption.signal.throwIfAborted();
    throw error;
  } finally {
    await end.run();
    interruption.stop();
  }
}

async function play(
  cli: Cli,
  options: Options,
  end: ReturnType<typeof ending>,
  interruption: Interruption,
): Promise<void> {
  const { stdout, env } = cli.io;
  const { signal } = interruption;
  const say = (line: string) => print(stdout, wrap(line, widthOf(stdout)).join('\n'));
  const directory = await mkdtemp(join(tmpdir(), 'plumbline-demo-'));
  end.add(() => rm(directory, { recursive: true, force: true }));

  const openWorld = await loadWorlds();
  const { world, why } = await openWorld({ env, directory, say, signal, sample: options.sample === true });
  end.add(() => world.close());
  say(`Provider: ${world.provider}. Cloud: ${world.cloud}.`);
  if (why !== undefined) say(`Not AWS, because ${why}.`);
  await setScene(world, say, signal);

  const server = await startDemoServer(environment(world, env, directory, options.port), signal);
  end.add(() => server.stop());
  signal.throwIfAborted();
  say(`Plumbline listens on ${server.url}, with a database in ${directory}.`);

  const operatorKey = await readFile(join(directory, 'data', 'operator.key'), 'utf8');
  const { analysis, key, organization } = await analyse(cli, say, world, server.url, operatorKey, signal);
  say('');
  print(stdout, terminalReport(analysis, { width: widthOf(stdout), color: wantsColor(stdout, env) }));
  if (analysis.findings.length === 0) throw new CliError('The demo found no drift, although there is some.');
  say('');
  say(memoryText(analysis));
  if (options.once) return;
  print(stdout, `\n${nextSteps(server.url, key, organization, analysis)}`);
  const link = await linkTo(createClient({}, { url: server.url, key }));
  print(stdout, `\n${wayIn(server.url, key, link.url, cli.io.command ?? 'plumbline')}`);
  if (!signal.aborted) await once(signal, 'abort');
  say('Stopping; nothing is left behind.');
}

/** src/ does without testkit/. The demo alone uses it, and loads it only here, when it is asked for. */
async function loadWorlds(): Promise<OpenWorld> {
  const file = new URL('../../../testkit/demo/open.ts', import.meta.url);
  if (!existsSync(file))
    throw new CliError('The demo comes with a clone of the repository, and not with this build of it.');
  return ((await import(file.href)) as { openWorld: OpenWorld }).openWorld;
}

async function setScene(world: DemoWorld, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  const { state_bucket, state_prefix } = world.settings;
  const applied = await world.apply();
  signal.throwIfAborted();
  say(`Applied an estate of ${applied} resources; its state is in s3://${state_bucket}/${state_prefix}.`);
  const changes = await world.meddle();
  signal.throwIfAborted();
  for (const line of ['', "Then, behind Terraform's back, somebody", ...changes.map((change) => `  - ${change}`), ''])
    say(line);
}

/** The whole environment of the demo's server: the world's, and what of the user's helps to find providers. */
function environment(world: DemoWorld, env: Env, directory: string, port: number): Env {
  const passed = Object.fromEntries(PASSED_ON.map((name) => [name, env[name]]));
  return {
    ...passed,
    ...world.env,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: join(directory, 'none'),
    AWS_SHARED_CREDENTIALS_FILE: join(directory, 'none'),
    PORT: String(port),
    HOST: '127.0.0.1',
    PLUMBLINE_DATA_DIR: join(directory, 'data'),
    PLUMBLINE_LOG_LEVEL: 'silent',
  };
}

/** Everything that a user does over the REST API, with the user's means. */
async function analyse(
  cli: Cli,
  say: (line: string) => void,
  world: DemoWorld,
  url: string,
  operatorKey: string,
  signal: AbortSignal,
): Promise<{ analysis: Analysis; key: string; organization: Organization }> {
  const operator = createClient({}, { url, key: operatorKey.trim() });
  const organization = await operator.post<Organization>('/orgs', { login: 'acme' });
  const path = `/orgs/${organization.id}`;
  const { key } = await operator.post<ApiKey & { key: string }>(`${path}/keys`, { name: 'demo', scopes: ['admin'] });
  const client = createClient({}, { url, key });
  const configuration = await client.patch<CloudConfiguration>(`${path}/aws`, world.settings);
  await world.createRole(configuration.external_id, configuration.trust_policy);
  say('Created the organization "acme", an API key and its role over the REST API; analysing …');

  const progress = createProgress(cli.io.stderr);
  try {
    const started = await client.post<Analysis>(`${path}/analyses`, {}, signal);
    const analysis = await follow(client, started.id, progress, { signal, everyMs: 300 });
    if (analysis.status === 'failed')
      throw new CliError(`The analysis failed: ${visible(analysis.error?.detail ?? '')}`);
    return { analysis, key, organization };
  } finally {
    progress.end();
  }
}

/** What of it the memory has now. */
function memoryText({ findings }: Analysis): string {
  const opened = new Set(findings.flatMap((one) => (one.incident_id === null ? [] : [one.incident_id]))).size;
  return `Memory: ${opened} incidents, one for each finding that follows from no other. Recall finds them from now on.`;
}

function wayIn(url: string, key: string, link: string, command: string): string {
  return [
    'Look at it in the browser. This link signs in once, within 5 minutes:',
    '',
    `  ${link}`,
    '',
    `Another one: ${command} dashboard --url ${url} --key ${key}`,
    'Serving until Ctrl-C.',
  ].join('\n');
}

function nextSteps(url: string, key: string, organization: Organization, analysis: Analysis): string {
  const curl = '  curl -sH "Authorization: Bearer $KEY" $URL';
  const post = `  curl -sX POST -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json'`;
  return [
    'Go on with curl. The key is good for this demo only:',
    '',
    `  URL=${url}/api/v1`,
    `  KEY=${key}`,
    `${curl}/analyses/${analysis.id}`,
    `${curl}/orgs/${organization.id}/aws`,
    `${curl}/aws/verify`,
    `${curl}/orgs/${organization.id}/incidents`,
    `${post} \\`,
    `    -d '{"project":"${organization.login}","intent":"open ssh to the world"}' $URL/memory/recall`,
    `${post} \\`,
    `    -d '{}' $URL/orgs/${organization.id}/analyses`,
    '  curl -s $URL/openapi.json',
    '',
    `The API's reference is at ${url}/docs.`,
  ].join('\n');
}
