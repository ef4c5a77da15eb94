import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plumbline, until } from '../../../testkit/cli.ts';
import { missing } from '../../../testkit/needs.ts';
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
