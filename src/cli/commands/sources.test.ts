import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { commandsAt } from '../../../testkit/commands.ts';
import { databases } from '../../../testkit/database.ts';
import { temporaryDirectory } from '../../../testkit/tmp.ts';
import { WALKED_CLOUD } from '../../../testkit/walk.ts';
import type { Store } from '../../store/database.ts';

const TOKENS = ['ya29.the-first-token-of-three', 'ya29.the-second-token-of-three'];

let store: Store;
let api: TestApi;
let org: { id: string; key: string };
let dir: Awaited<ReturnType<typeof temporaryDirectory>>;
let cli: (...argv: string[]) => Promise<{ code: number; out: string; err: string }>;

beforeAll(async () => {
  const [database] = await databases();
  store = await database!.open();
  api = await testApi(store, [WALKED_CLOUD]);
  const command = await commandsAt(api);
  org = await api.organization('acme', 'admin');
  cli = (...argv) => command(org.key, ['sources', ...argv]);
  dir = await temporaryDirectory();
  for (const [n, token] of TOKENS.entries()) await writeFile(join(dir.path, `token-${n}`), `${token}\n`);
});
afterAll(async () => {
  await api.close();
  await store.close();
  await dir[Symbol.asyncDispose]();
});

const shown = async (name: string) =>
  (await api.call('GET', `/orgs/${org.id}/state-sources/${name}`, { key: org.key })).json<object>();
const audited = async () =>
  (await api.call('GET', `/orgs/${org.id}/audit`, { key: org.key })).json<{ detail: object }[]>()[0]?.detail;

test('changes the named fields of a source and leaves the others', async () => {
  const token = (n: number) => `access_token=@${join(dir.path, `token-${n}`)}`;
  const set = ['--kind', 'gcs', '--setting', 'bucket=acme-states', '--credential', token(0)];
  expect(await cli('set', org.id, 'gcp', ...set)).toMatchObject({ code: 0 });

  const narrowed = await cli('update', org.id, 'gcp', '--setting', 'prefix=platform/');
  expect(narrowed).toEqual({
    code: 0,
    out: 'gcp  gcs  bucket=acme-states prefix=platform/\n',
    err: `Next: plumbline sources verify ${org.id} gcp\n`,
  });
  expect(await shown('gcp')).toMatchObject({ credentials: ['access_token'] });

  const rotated = await cli('update', org.id, 'gcp', '--credential', token(1));
  expect(rotated).toMatchObject({ code: 0, out: narrowed.out });
  expect(await audited()).toEqual({ credentials: ['access_token'] });

  const widened = await cli('update', org.id, 'gcp', '--without', 'prefix');
  expect(widened).toMatchObject({ code: 0, out: 'gcp  gcs  bucket=acme-states\n' });
  expect(await shown('gcp')).toMatchObject({ settings: { bucket: 'acme-states' }, credentials: ['access_token'] });
  for (const { out, err } of [narrowed, rotated, widened])
    for (const secret of TOKENS) expect(out + err).not.toContain(secret);
});

test('needs the credentials again for another bucket, and takes none from the command line', async () => {
  const moved = await cli('update', org.id, 'gcp', '--setting', 'bucket=elsewhere');
  expect(moved).toMatchObject({ code: 1, out: '', err: expect.stringContaining('give them again') });
  const lost = await cli('update', org.id, 'gcp', '--credential', 'access_token=env:NOWHERE');
  expect(lost.err).toContain('The variable NOWHERE for --credential access_token is not set.');
  const bare = await cli('update', org.id, 'gcp', '--credential', `access_token=${TOKENS[0]}`);
  expect(bare).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('takes access_token from a file (@file) or a variable (env:NAME)'),
  });
  expect(await cli('update', org.id, 'none', '--without', 'prefix')).toMatchObject({ code: 1, out: '' });
  const taken = await cli('update', org.id, 'gcp', '--without-credential', 'access_token');
  expect(taken).toMatchObject({ code: 1, out: '' });
  expect(await shown('gcp')).toMatchObject({ settings: { bucket: 'acme-states' }, credentials: ['access_token'] });
});
