import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createDatabase } from '../testkit/database.ts';
import { fakeState } from '../testkit/fake-world.ts';
import { askAt, ownKey, serverEnv, startInstance, type Instance } from '../testkit/instance.ts';
import { startGitHub, type GitHub } from '../testkit/github/start.ts';
import { openStateWorld } from '../testkit/state-world.ts';
import { ACTS, type Act, type Tenant, type World } from './neighbours/hostile.ts';
import type { Bench, Figure } from './report.ts';

const GET_MS = 150;
const HEALTH_MS = 100;
const START_S = 5;
/** The time of hostile load before the quiet tenant requests its analysis, and the minimum time in total. */
const BEFORE_MS = 8_000;
const AT_LEAST_MS = 20_000;

type Times = { get: number[]; health: number[]; failed: number };

/** The id of the organization of an App installation, once it exists. */
async function organizationOf({ ask }: Instance, installation: number): Promise<string> {
  for (;;) {
    const { status, body } = await ask('GET', `/orgs/by-installation/${installation}`);
    if (status === 200) return String(body.id);
    await sleep(50);
  }
}

async function tenant(server: Instance, world: World, login: string, org: string): Promise<Tenant> {
  const saved = await server.ask('PATCH', `/orgs/${org}/aws`, world.settingsFor(login, `${login}/`));
  world.createRoleNamed(login, String(saved.body.external_id));
  const made = await server.ask('POST', `/orgs/${org}/keys`, { name: 'bench', scopes: ['admin'] });
  const key = String(made.body.key);
  return { org, key, ask: askAt(server.url, key), url: server.url };
}

/** Makes GitHub deliver its events to the server. */
function deliverTo({ url }: Instance, { webhooks }: GitHub): void {
  webhooks.to(async (delivery) => {
    const answer = await fetch(`${url}/api/v1/webhooks/github`, { method: 'POST', ...delivery });
    await answer.arrayBuffer();
    return answer.status;
  });
}

/**
 * Sends requests as the quiet tenant until the returned function is called, which resolves to the time of each
 * response.
 */
function probe({ url, key }: Tenant): () => Promise<Times> {
  const file = fileURLToPath(new URL('./neighbours-prober.ts', import.meta.url));
  const child = spawn(process.execPath, [file, url, key], { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const ended = new Promise((resolve) => child.once('close', resolve));
  return async () => {
    child.stdin.end();
    await ended;
    return JSON.parse(out) as Times;
  };
}

/** The delay from the request of an analysis to its start. */
async function startOf({ org, ask }: Tenant): Promise<number> {
  const from = performance.now();
  const { body } = await ask('POST', `/orgs/${org}/analyses`, {}, ownKey());
  for (;;) {
    const { status } = (await ask('GET', `/analyses/${String(body.id)}/overview`)).body;
    if (status !== 'queued') return (performance.now() - from) / 1000;
    await sleep(20);
  }
}

type Place = { world: World; hostile: Tenant; quiet: Tenant };

async function beside(act: Act | undefined, { world, hostile, quiet }: Place): Promise<Times & { startS: number }> {
  const over = new AbortController();
  const acting = act?.run(hostile, over.signal, world);
  const stop = probe(quiet);
  const from = performance.now();
  if (act) await sleep(BEFORE_MS);
  const startS = await startOf(quiet);
  await sleep(Math.max(0, AT_LEAST_MS - (performance.now() - from)));
  const times = await stop();
  over.abort();
  await acting;
  return { ...times, startS };
}

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

function figuresOf(name: string, { get, health, failed, startS }: Times & { startS: number }): Figure[] {
  return [
    { name: `${name}: GET p50`, value: at(get, 0.5), unit: 'ms' },
    { name: `${name}: GET p99`, value: at(get, 0.99), unit: 'ms', goal: GET_MS },
    { name: `${name}: health p99`, value: at(health, 0.99), unit: 'ms', goal: HEALTH_MS },
    { name: `${name}: health, slowest`, value: at(health, 1), unit: 'ms', goal: HEALTH_MS },
    { name: `${name}: until its analysis starts`, value: startS, unit: 's', goal: START_S },
    { name: `${name}: requests that failed`, value: failed, unit: '', goal: 0 },
  ];
}

async function measureOn(kind: string, env: Record<string, string>, say: (line: string) => void): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const github = stack.use(await startGitHub({ accounts: ['hostile'], repositories: { 'hostile/infra': {} } }));
  const world = { ...(await openStateWorld(dir)), github };
  stack.defer(() => world.close());
  await world.put('quiet/a.tfstate', fakeState({ one: {} }));
  for (const act of Object.values(ACTS)) await act.prepare(world);
  const silent = { PLUMBLINE_LOG_LEVEL: 'silent' };
  const own = { ...world.env, ...github.env(), ...serverEnv(join(dir, 'data')) };
  const server = stack.use(await startInstance({ ...own, ...silent, ...env }));
  deliverTo(server, github);
  const installation = await github.install('hostile');
  const hostile = await tenant(server, world, 'hostile', await organizationOf(server, installation.id));
  const created = await server.ask('POST', '/orgs', { login: 'quiet' });
  const quiet = await tenant(server, world, 'quiet', String(created.body.id));
  const all: Act = {
    prepare: () => Promise.resolve(),
    run: async (...given) => void (await Promise.all(Object.values(ACTS).map((act) => act.run(...given)))),
  };
  const figures: Figure[] = [];
  const rounds: [string, Act | undefined][] = [['nobody', undefined], ...Object.entries(ACTS), ['all at once', all]];
  for (const [name, act] of rounds) {
    const measured = figuresOf(`${kind}, beside ${name}`, await beside(act, { world, hostile, quiet }));
    for (const { name: what, value, unit } of measured) say(`${what}: ${value.toFixed(1)} ${unit}`);
    figures.push(...measured);
  }
  return figures;
}

export const neighboursBench: Bench = {
  about:
    'what a quiet tenant feels of a hostile one on the same server: requests, health checks, the start of its analysis',
  async run({ say }) {
    const figures = await measureOn('embedded', {}, say);
    const database = await createDatabase();
    const notes = [
      'GET /analyses with a key, and /health, each 20 times a second, from a process of its own; the clouds are in the bench.',
    ];
    if (!database) notes.push('There is no Postgres: PLUMBLINE_TEST_DATABASE_URL names one.');
    else
      try {
        figures.push(...(await measureOn('Postgres', { DATABASE_URL: database.url }, say)));
      } finally {
        await database.drop();
      }
    return { bench: 'neighbours', about: neighboursBench.about, figures, notes };
  },
};
