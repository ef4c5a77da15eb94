import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { plumbline, until } from '../../../testkit/cli.ts';
import { azurite, gcsEmulator, missing } from '../../../testkit/needs.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';

// Each test starts a database, a provider and a cloud, which takes long on a busy machine.

test('finds the changes with --once, names provider and cloud, and leaves nothing behind', async () => {
  await using dir = await temporaryDirectory();
  const { code, out, err } = await plumbline(['demo', '--sample', '--once'], { TMPDIR: dir.path }).ended;
  expect({ code, err: err.replaceAll(/^(reading|waiting).*\n/gm, '') }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^Provider: plumbline\.dev\/demo\/sample [^]*Cloud: /);
  expect(out).toContain('Not AWS, because --sample asks for it.');
  expect(out).toContain('6 of 12 resources drifted');
  expect(out).toMatch(/^Opened 6 incidents\. /m);
  expect(out).not.toContain('hunter2');
  expect(out).not.toContain('\u001b');
  expect(readdirSync(dir.path)).toEqual([]);
});

test('serves until it is stopped, answers the printed curl lines, and leaves nothing behind', async () => {
  await using dir = await temporaryDirectory();
  const running = plumbline(['demo', '--sample'], { TMPDIR: dir.path });
  const { child, said, ended } = running;
  await until(running, () => said.out.includes('Serving until Ctrl-C.'));
  const key = /KEY=(\S+)/.exec(said.out)?.[1] ?? '';
  const url = `${/URL=(\S+)/.exec(said.out)?.[1]}${/\$URL(\/analyses\/\S+)/.exec(said.out)?.[1]}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  expect(await response.json()).toMatchObject({ status: 'completed', trigger: { kind: 'api' } });
  const base = /URL=(\S+)/.exec(said.out)?.[1] ?? '';
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = /-d '(.*intent.*)' \$URL\/memory\/recall/.exec(said.out)?.[1] ?? '';
  const recalled = await fetch(`${base}/memory/recall`, { method: 'POST', headers, body });
  expect(((await recalled.json()) as { matches: unknown[] }).matches).not.toEqual([]);
  const listed = await fetch(`${base}${/\$URL(\/orgs\/\S+\/incidents)/.exec(said.out)?.[1]}`, { headers });
  expect(await listed.json()).toHaveLength(6);
  const link = /^ {2}http:\S+\/sign-in#link=(\S+)$/m.exec(said.out)?.[1];
  const signedIn = await fetch(`${base}/session`, { method: 'POST', headers, body: JSON.stringify({ link }) });
  expect(await signedIn.json()).toMatchObject({ signed_in: true, organizations: [{ name: 'acme' }] });
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, signal: null });
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect(readdirSync(dir.path)).toEqual([]);
});

describe('with its states in a source', async () => {
  /** Plays through without AWS, and answers what was said. */
  async function played(kind: string, options: string[] = [], env: Record<string, string> = {}): Promise<string> {
    await using dir = await temporaryDirectory();
    const args = ['demo', '--sample', '--once', '--source', kind, ...options];
    const { code, out, err } = await plumbline(args, { TMPDIR: dir.path, ...env }).ended;
    expect({ code, err: err.replaceAll(/^(reading|waiting).*\n/gm, '') }).toEqual({ code: 0, err: '' });
    expect(out).toContain('6 of 12 resources drifted');
    expect(out).toMatch(/^Opened 6 incidents\. /m);
    expect(out).not.toContain('hunter2');
    expect(readdirSync(dir.path)).toEqual([]);
    return out.replaceAll(/\s+/g, ' ');
  }

  test.skipIf(await missing('gcs'))('of Google Cloud Storage', async () => {
    const out = await played('gcs', [], { PLUMBLINE_TEST_GCS: gcsEmulator() ?? '' });
    expect(out).toContain('its state is in gs://states/shop/production.tfstate,');
    expect(out).toContain('State gcs://shop/production.tfstate ');
  });

  test.skipIf(await missing('azurite'))('of Azure', async () => {
    const out = await played('azurerm', [], { PLUMBLINE_TEST_AZURITE: azurite() ?? '' });
    expect(out).toContain('/states/shop/production.tfstate, in Azurite');
    expect(out).toContain('State azurerm://shop/production.tfstate ');
  });

  test('of an embedded Postgres, which needs nothing', async () => {
    const out = await played('pg');
    expect(out).toMatch(/its state is in the table plumbline_demo_\w+\.states of an embedded Postgres at 127/);
    expect(out).toContain('State pg://production ');
  });

  test.skipIf(await missing('postgres'))('of a Postgres that is named, and leaves nothing there', async () => {
    const url = process.env.PLUMBLINE_TEST_DATABASE_URL ?? '';
    const [, schema] = /the table (\w+)\.states of Postgres at/.exec(await played('pg', ['--database-url', url])) ?? [];
    expect(schema).toMatch(/^plumbline_demo_/);
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select 1 from pg_namespace where nspname = $1', [schema]);
    await client.end();
    expect(rows).toEqual([]);
  });

  test.each([
    [['--source', 'gcs'], '--source gcs needs an emulator of Google Cloud Storage on PATH: pipx install'],
    [['--source', 'azurerm'], '--source azurerm needs Azurite, an emulator, on PATH: npm install -g azurite'],
    [['--source', 'pg', '--database-url', 'shop'], '--database-url must be an address such as postgres://'],
    [['--source', 'pg', '--database-url', 'postgres://me@127.0.0.1:1/a'], 'Postgres at 127.0.0.1 cannot be used: '],
    [['--database-url', 'postgres://me@127.0.0.1/a'], '--database-url goes with --source pg.'],
  ])('says in a line what is missing: %j', async (options, why) => {
    await using dir = await temporaryDirectory();
    const PATH = dirname(process.execPath);
    const { code, out, err } = await plumbline(['demo', '--once', ...options], { TMPDIR: dir.path, PATH }).ended;
    expect({ code, out, lines: err.split('\n').length }).toEqual({ code: 1, out: '', lines: 2 });
    expect(err).toContain(why);
    expect(readdirSync(dir.path)).toEqual([]);
  });
});

test.skipIf(await missing('moto', 'aws-provider'))('chooses AWS where both are installed', async () => {
  await using dir = await temporaryDirectory();
  const { code, out } = await plumbline(['demo', '--once'], { TMPDIR: dir.path }).ended;
  expect(code).toBe(0);
  expect(out).toMatch(/^Provider: hashicorp\/aws \d[^]*Cloud: AWS as moto emulates it/);
  for (const address of ['aws_security_group.web', 'aws_s3_bucket_public_access_block.invoices'])
    expect(out).toContain(address);
  expect(out).not.toContain('hunter2');
  expect(readdirSync(dir.path)).toEqual([]);
});
