import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnalysisOverview } from '../../engine/model/analysis.ts';
import type { CloudConfiguration } from '../../services/clouds/settings.ts';
import { run } from '../main.ts';

const SLACK = 'https://hooks.slack.example/services/T0/B0/secret';
const REPOSITORIES = [{ id: 'repo_1', full_name: 'acme/infra' }];
const CLOUD: Partial<CloudConfiguration> = {
  role_arn: 'arn:aws:iam::123456789012:role/plumbline',
  state_bucket: 'acme-states',
  state_prefix: null,
  region: null,
  state_key_arn: null,
  secret_values: false,
  account_role_arn: null,
  accounts: null,
  provider_settings: null,
  schedule: '24h',
  next_run_at: null,
  last_skipped: null,
  locks_unread: 'There is no table locks in eu-west-1, as far as the role can see: locks in it are not read.',
  external_id: 'plumbline-1',
  external_id_override: null,
};
const analysis = (trigger: AnalysisOverview['trigger'], repo_full_name: string | null) => ({
  id: 'an_1',
  status: 'completed',
  severity: 'none',
  counts: { changed: 3, deleted: 1, resources: 9, following: 2 },
  created_at: '2026-01-31T09:30:00.000Z',
  trigger,
  repo_full_name,
});
const ANALYSES = [
  analysis({ kind: 'pull_request', pull_request: 7, ref: 'change' }, 'acme/infra'),
  analysis({ kind: 'push', ref: 'main' }, 'acme/infra'),
  analysis({ kind: 'schedule' }, null),
];
/** A server's answers by path; requests for a change get the same. */
const ANSWERS: Record<string, unknown> = {
  '/orgs/org_1/aws': CLOUD,
  '/orgs/org_1/aws/setup': {
    role: { trust_policy: { Version: '2012-10-17' }, terraform: 'resource "aws_iam_role" "plumbline" {\n}\n' },
    account_role: null,
  },
  '/orgs/org_1/states': [],
  '/orgs/org_1/repos': REPOSITORIES,
  '/orgs/org_1/webhooks': { id: 'hook_1', secret: 'whsec_x' },
};

let server: Server;
let url: string;
const bodies: unknown[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      if (body !== '') bodies.push(JSON.parse(body));
      const path = (request.url ?? '').replace(/^\/api\/v1|\?.*$/g, '');
      const started = request.method === 'POST' ? { id: 'an_1' } : ANALYSES;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(path === '/orgs/org_1/analyses' ? started : ANSWERS[path]));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

async function plumbline(argv: string[], piped = ''): Promise<{ out: string; err: string; code: number }> {
  const said = { out: '', err: '' };
  const code = await run({
    argv: [...argv, '--url', url, '--key', 'plk_x'],
    env: {},
    // oxlint-disable-next-line typescript/require-await -- a stream is what is asked for
    stdin: (async function* () {
      yield piped;
    })(),
    stdout: { write: (some: string) => (said.out += some) },
    stderr: { write: (some: string) => (said.err += some) },
  });
  return { ...said, code };
}

test('prints the next steps that a changed setting requires', async () => {
  const set = async (...options: string[]) => (await plumbline(['aws', 'set', 'org_1', ...options])).err;
  expect(await set('--schedule', '6h')).toBe('');
  const policy = await set('--state-prefix', 'prod/');
  expect(policy).toContain('--permission-policy   # the permissions that the role needs; update it');
  expect(policy).not.toContain('--trust-policy');
  expect(await set('--role-arn', String(CLOUD.role_arn))).toContain('--trust-policy');
  const shown = await plumbline(['aws', 'show', 'org_1']);
  expect(shown.err).toContain('--trust-policy');
  expect(shown.out).toContain('locks         There is no table locks in eu-west-1');
});

test('prints the role as a policy or as a template', async () => {
  const show = async (option: string) => plumbline(['aws', 'show', 'org_1', option]);
  expect(JSON.parse((await show('--trust-policy')).out)).toEqual({ Version: '2012-10-17' });
  expect((await show('--terraform')).out).toBe('resource "aws_iam_role" "plumbline" {\n}\n');
  expect(await show('--account-cloudformation')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no role for other accounts'),
  });
});

test('explains what to do without states, and prints nothing on stdout', async () => {
  const all = await plumbline(['states', 'list', 'org_1']);
  expect(all).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringContaining('plumbline analyses start org_1 --wait'),
  });
  const own = await plumbline(['states', 'list', 'org_1', '--repo', 'acme/infra']);
  expect(own).toMatchObject({ code: 0, out: '', err: expect.stringContaining('plumbline states proposals org_1') });
  expect((await plumbline(['states', 'list', 'org_1', '--json'])).out).toBe('[]\n');
});

test('lists analyses with trigger and scope, and starts one by the name of a repository', async () => {
  const { out } = await plumbline(['analyses', 'list', 'org_1']);
  expect(out).toMatch(/ 2 \(\+2 side effects\) +9 /);
  expect(out).toMatch(/pull_request #7 +acme\/infra\n.*push main +acme\/infra\n.*schedule +-$/m);
  bodies.length = 0;
  await plumbline(['analyses', 'start', 'org_1', '--repo', 'Acme/Infra']);
  expect(bodies).toEqual([{ repo_id: 'repo_1' }]);
});

test('reads a secret address from a pipe', async () => {
  bodies.length = 0;
  expect(await plumbline(['webhooks', 'create', 'org_1', '-', '--format', 'slack'], `${SLACK}\n`)).toMatchObject({
    out: 'whsec_x\n',
  });
  expect(bodies).toMatchObject([{ url: SLACK, format: 'slack' }]);
});
