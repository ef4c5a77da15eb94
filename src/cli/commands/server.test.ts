import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plumbline } from '../../../testkit/cli.ts';
import { createDatabase } from '../../../testkit/database.ts';
import { openSampleWorld } from '../../../testkit/demo/sample.ts';
import { startInstance, type Instance } from '../../../testkit/instance.ts';
import { missing } from '../../../testkit/needs.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import type { Analysis } from '../../engine/model/analysis.ts';
import type { CloudConfiguration } from '../../services/clouds/settings.ts';
import type { Deletion } from '../../services/organizations/delete.ts';
import type { Organization } from '../../services/access/organization.ts';
import type { State } from '../../services/state-mapping/list-states.ts';
import type { DemoWorld } from '../demo/world.ts';

const kinds = (await missing('postgres')) ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

describe.each(kinds)('the command line and a server on %s', (kind) => {
  let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let world: DemoWorld;
  let server: Instance;
  let env: Record<string, string>;

  /** Runs a command as the operator on the same machine: it reads the key in the data directory. */
  async function cli(...args: string[]) {
    return plumbline([...args, '--url', server.url], env).ended;
  }

  async function json<T>(...args: string[]): Promise<T> {
    const { out, err } = await cli(...args, '--json');
    expect(err).toBe('');
    return JSON.parse(out) as T;
  }

  beforeAll(async () => {
    dir = await temporaryDirectory();
    database = kind === 'postgres' ? await createDatabase() : undefined;
    const options = { env: {}, directory: dir.path, say: () => undefined, signal: new AbortController().signal };
    world = await openSampleWorld(options);
    await world.apply();
    await world.meddle();
    env = {
      ...world.env,
      ...(database && { DATABASE_URL: database.url }),
      PLUMBLINE_DATA_DIR: join(dir.path, 'data'),
      PORT: '0',
    };
    server = await startInstance(env);
  });

  afterAll(async () => {
    await server.stop();
    await database?.drop();
    await world.close();
    await dir[Symbol.asyncDispose]();
  });

  test('verifies every audit log, and reports where one is broken', async () => {
    const { id } = await json<Organization>('orgs', 'create', 'audited');
    const whole = await cli('audit', 'verify');
    expect([whole.code, whole.err]).toEqual([0, '']);
    expect(whole.out).toMatch(/^instance: /);
    const [, head = ''] = new RegExp(`^${id}: 1 event, intact\\. Head: (1:[0-9a-f]{64})$`, 'm').exec(whole.out) ?? [];
    expect((await cli('audit', 'verify', id, '--expect', head)).code).toBe(0);
    const broken = await cli('audit', 'verify', id, '--expect', `1:${'0'.repeat(64)}`);
    expect(broken).toMatchObject({ code: 2, out: '' });
    expect(broken.err).toContain(`${id}: BROKEN at event 1. `);
    expect(await json('audit', 'verify', id)).toMatchObject([{ org_id: id, intact: true, events: 1, problem: null }]);
    expect((await cli('audit', 'verify', 'org_nobody')).code).toBe(1);
  });

  test('prints the address and the path of the key, and not the key', () => {
    expect(server.said.err).toMatch(/^Plumbline listens on http:\/\/127\.0\.0\.1:\d+\n/);
    expect(server.said.err).toContain(join(dir.path, 'data', 'operator.key'));
    expect(server.said.err + server.said.out).not.toContain('plk_');
  });

  test('prints a sign-in link alone, which works once', async () => {
    const { out, err } = await cli('dashboard');
    expect(err).toContain('within 5 minutes');
    const [, url, link] = /^(http:\/\/127\.0\.0\.1:\d+)\/sign-in#link=([0-9A-Za-z]{43})\n$/.exec(out) ?? [];
    expect(server.said.err).toContain(`Open ${url}/ in a browser.`);
    const [headers, body] = [{ 'content-type': 'application/json' }, JSON.stringify({ link })];
    const exchange = async () => (await fetch(`${url}/api/v1/session`, { method: 'POST', headers, body })).status;
    expect([await exchange(), await exchange()]).toEqual([201, 401]);
    expect(await json<{ url: string }>('dashboard')).toMatchObject({ url: expect.stringContaining('#link=') });
  });

  test('sets up, verifies and analyses an organization', async () => {
    const made = await json<Organization>('orgs', 'create', 'acme');
    expect((await cli('orgs', 'list')).out).toContain(`${made.id}  acme`);

    const set = [
      'aws',
      'set',
      made.id,
      '--role-arn',
      world.settings.role_arn,
      '--state-bucket',
      world.settings.state_bucket,
    ];
    const configuration = await json<CloudConfiguration>(...set, '--region', world.settings.region);
    expect((await cli('aws', 'show', made.id)).out).toContain(configuration.external_id);
    const early = await cli('aws', 'verify', made.id);
    expect(early.code).toBe(1);
    expect(early.out).toMatch(/^FAILED +assume_role/m);
    expect(early.out).toMatch(/^skipped +state_bucket: Not tried/m);
    await world.createRole(configuration.external_id, configuration.trust_policy);
    const verified = await cli('aws', 'verify', made.id);
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toContain('Ready to analyse as arn:aws:sts::123456789012:assumed-role/plumbline/');
    await cli('aws', 'set', made.id, '--account-role', 'arn:aws:iam::{account}:role/plumbline');
    expect((await cli('aws', 'verify', made.id)).out).toMatch(/^unknown +account_roles \(accounts_not_named\)/m);
    await cli('aws', 'set', made.id, '--account-role', '');

    const waited = await cli('analyses', 'start', made.id, '--wait', '--quiet');
    expect(waited).toMatchObject({ code: 2, err: '' });
    expect(waited.out).toMatch(/^6 of 12 resources drifted/);
    const [listed] = await json<Analysis[]>('analyses', 'list', made.id);
    expect(listed).toMatchObject({ status: 'completed', org_id: made.id });
    expect((await cli('analyses', 'show', listed!.id)).out).toBe(waited.out);
    const explained = await cli('explain', 'sample_database.orders', '--analysis', listed!.id);
    expect(explained).toMatchObject({ err: '', out: expect.stringContaining('plumbline.dev/demo/sample') });
    const none = await cli('explain', 'sample_database.order', '--analysis', listed!.id);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('Did you mean\n  sample_database.orders\n') });
    const late = await cli('analyses', 'cancel', listed!.id);
    expect(late).toMatchObject({ code: 1, err: expect.stringMatching(/has ended already \(completed\)\. \(409\)/) });
    const started = await cli('analyses', 'start', made.id);
    expect(started).toMatchObject({ code: 0, err: `Next: plumbline analyses show ${started.out}` });
  });

  test('refuses a role that can be assumed without the external id until there is a reason, and shows that', async () => {
    const org = await json<Organization>('orgs', 'create', 'vendor');
    const role = ['--role-arn', `${world.settings.role_arn}-unguarded`, '--state-bucket', world.settings.state_bucket];
    const refused = await cli('aws', 'set', org.id, ...role);
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/sts:ExternalId[^]*--override-external-id/) });
    const reason = 'The vendor owns it.';
    const accepted = await cli('aws', 'set', org.id, ...role, '--override-external-id', reason);
    expect(accepted.out).toMatch(/^id override +accepted by The operator on \d{4}-\d\d-\d\d: The vendor owns it\.$/m);
    const verified = await cli('aws', 'verify', org.id);
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toMatch(/^WARNING +external_id \(external_id_overridden\): .*The vendor owns it\./m);
    await cli('aws', 'set', org.id, '--override-external-id', '');
    const exposed = await cli('aws', 'verify', org.id);
    expect(exposed.code).toBe(1);
    expect(exposed.out).toMatch(/^FAILED +external_id \(external_id_not_required\)/m);
    const waited = await cli('analyses', 'start', org.id, '--wait', '--quiet');
    expect([waited.code, waited.out + waited.err]).toEqual([1, expect.stringContaining('it is not used')]);
  });

  test('changes and shows which drift fails a pull request, and whether issues report it', async () => {
    const org = await json<Organization>('orgs', 'create', 'shown');
    expect(org).toMatchObject({ check_fails_at: null, drift_issues: false });
    const update = (...more: string[]) => cli('orgs', 'update', org.id, ...more);
    expect((await update('--check-fails-at', 'high', '--drift-issues')).out).toContain(
      'checks fail at high  drift issues',
    );
    expect((await update('--check-fails-at', 'never', '--no-drift-issues')).out).not.toMatch(/checks|issues/);
    expect(await update('--check-fails-at', 'none')).toMatchObject({ code: 1, err: expect.stringContaining('medium') });
  });

  test('deletes an organization when its login is given', async () => {
    const org = await json<Organization>('orgs', 'create', 'unwanted');
    const refused = await cli('orgs', 'delete', org.id, '--confirm', 'wanted');
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/Nothing was deleted: .+ \(409\)/) });
    const done = await cli('orgs', 'delete', org.id, '--confirm', 'unwanted');
    expect(done).toMatchObject({ code: 0, err: expect.stringContaining('Deleted') });
    expect((await cli('orgs', 'list')).out).not.toContain(org.id);
    const key = await readFile(join(dir.path, 'data', 'operator.key'), 'utf8');
    const url = /listens on (\S+)/.exec(server.said.err)?.[1] ?? '';
    const finished = async () => {
      const headers = { authorization: `Bearer ${key.trim()}` };
      const answer = await fetch(`${url}/api/v1/orgs/deletions`, { headers });
      return ((await answer.json()) as Deletion[])[0]?.finished_at;
    };
    await expect.poll(finished).toMatch(/^2/);
  });

  test('shows a key once, which works until it is revoked', async () => {
    const org = await json<Organization>('orgs', 'create', 'keyed');
    const { out, err } = await cli('keys', 'create', org.id, '--name', 'ci', '--scope', 'read');
    const key = out.trim();
    expect(key).toMatch(/^plk_\w+$/);
    expect(err).toContain('not shown again');
    const list = ['analyses', 'list', org.id, '--key', key];
    expect((await cli(...list)).code).toBe(0);
    expect(await cli('orgs', 'list', '--key', key)).toMatchObject({ code: 1, err: expect.stringContaining('(403)') });
    const shown = (await cli('keys', 'list', org.id)).out;
    expect(shown).not.toContain(key);
    const id = /key_\w+/.exec(shown)?.[0] ?? '';
    expect(shown).toMatch(/^ID +NAME +KEY +SCOPES +STATUS +EXPIRES +LAST USED\n/);
    expect(shown).toMatch(new RegExp(`^${id} +ci +…${key.slice(-4)} +read +active +- +\\d{4}-`, 'm'));

    const wrong = await cli('keys', 'rotate', org.id, id, '--grace', '31d');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('at most 30d') });
    const rotated = await cli('keys', 'rotate', org.id, id, '--grace', '15m');
    const successor = rotated.out.trim();
    expect(rotated.err).toContain('not shown again');
    expect((await cli('analyses', 'list', org.id, '--key', successor)).code).toBe(0);
    expect((await cli(...list)).code).toBe(0);
    expect((await cli('keys', 'list', org.id)).out).toMatch(new RegExp(`^${id} .* rotated +\\d{4}-`, 'm'));

    expect(await cli('keys', 'revoke', org.id, id)).toMatchObject({ code: 0, out: '' });
    expect(await cli(...list)).toMatchObject({ code: 1, err: expect.stringContaining('(401)') });
    expect((await cli('keys', 'list', org.id)).out).toMatch(new RegExp(`^${id} .* revoked `, 'm'));
    expect((await cli('analyses', 'list', org.id, '--key', successor)).code).toBe(0);
  });

  test('lists, edits and sets rules, and rejects an edit of an outdated list', async () => {
    const org = await json<Organization>('orgs', 'create', 'quiet');
    const file = join(dir.path, 'rules.json');
    const set = async (content: unknown) => {
      await writeFile(file, JSON.stringify(content));
      return cli('ignore', 'set', org.id, file);
    };
    const rule = {
      id: 'legacy',
      address: 'module.legacy',
      reason: 'goes away',
      expires_at: '2020-01-01T00:00:00.000Z',
    };
    expect(await set([rule])).toMatchObject({
      code: 0,
      out: '',
      err: '1 rule, version 1; from the next analysis on.\n',
    });
    const edited = await json<object>('ignore', 'list', org.id);
    expect(edited).toEqual({ version: 1, rules: [rule], usage: [] });
    expect((await set({ ...edited, rules: [rule, { type: 'aws_x', reason: 'r' }] })).code).toBe(0);
    expect(await set({ ...edited, rules: [] })).toMatchObject({ code: 1, err: expect.stringContaining('(409)') });
    const listed = (await cli('ignore', 'list', org.id)).out;
    expect(listed).toMatch(/^legacy +address=module\.legacy +goes away +- +2020-01-01T00:00:00\.000Z \(expired\)$/m);
    expect(listed).toMatch(/^ign_\w+ +type=aws_x +r +- +-$/m);
  });

  test('lists states with their owners, and maps them by hand', async () => {
    const [org] = (await json<Organization[]>('orgs', 'list')).filter(({ login }) => login === 'acme');
    const id = org?.id ?? '';
    const [state] = await json<State[]>('states', 'list', id);
    expect(state).toMatchObject({ status: 'read', repo_id: null, source: null });
    const key = state?.key ?? '';
    const mapped = await cli('states', 'map', id, key, '--none', '--reason', 'everybody uses it');
    expect(mapped).toMatchObject({ code: 0, err: '1 mapping, version 1.\n' });
    expect((await cli('states', 'list', id)).out).toContain('set by hand: everybody uses it');
    expect(await cli('states', 'map', id, key)).toMatchObject({ code: 1, err: expect.stringContaining('--none') });
    expect((await cli('states', 'map', id, key, '--remove')).err).toBe('0 mappings, version 2.\n');
  });

  test('reports refusals of the server with their fields', async () => {
    const org = await json<Organization>('orgs', 'create', 'refused');
    const { code, err } = await cli('aws', 'set', org.id, '--role-arn', 'nonsense');
    expect(code).toBe(1);
    expect(err).toMatch(/^plumbline: .*\(422\)\n( {2}\/role_arn .+\n)+$/);
    const tags = ['aws', 'set', org.id, '--ignore-tag-key', 'cost-center', '--ignore-tag-prefix', 'kubernetes.io/'];
    const { provider_settings: both } = await json<CloudConfiguration>(...tags);
    expect(both).toEqual({ '*': { ignore_tags: { keys: ['cost-center'], key_prefixes: ['kubernetes.io/'] } } });
    const { provider_settings: one } = await json<CloudConfiguration>('aws', 'set', org.id, '--ignore-tag-key', '');
    expect(one).toEqual({ '*': { ignore_tags: { keys: [], key_prefixes: ['kubernetes.io/'] } } });
    const emptied = await json<CloudConfiguration>('aws', 'set', org.id, '--ignore-tag-prefix', '');
    expect(emptied.provider_settings).toBeNull();
    const pattern = await cli('aws', 'set', org.id, '--ignore-tag-prefix', 'kubernetes.io/*');
    expect(pattern).toMatchObject({ code: 1, err: expect.stringContaining('Say how they begin: "kubernetes.io/"') });
    const second = await cli('aws', 'set', org.id, '--account-role', 'arn:aws:iam::{account}:role/plumbline');
    expect(second.err).toContain(`plumbline aws show ${org.id} --account-permission-policy`);
    expect((await cli('analyses', 'start', org.id)).err).toMatch(
      /^plumbline: This organization has no states yet: .*\(409\)\n$/,
    );
  });
});
