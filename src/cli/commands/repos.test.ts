import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../../testkit/api.ts';
import { commandsAt, type RunCommand } from '../../../testkit/commands.ts';
import { databases } from '../../../testkit/database.ts';
import { saveRepository } from '../../../testkit/repositories.ts';
import type { Store } from '../../store/database.ts';
import { scoped } from '../../store/scope.ts';

let store: Store;
let api: TestApi;
let command: RunCommand;
let org: { id: string; key: string };

beforeAll(async () => {
  const [database] = await databases();
  store = await database!.open();
  api = await testApi(store);
  command = await commandsAt(api);
  org = await api.organization('acme', 'admin');
  for (const [n, name] of ['secret', 'website'].entries()) {
    const facts = { full_name: `acme/${name}`, private: name === 'secret' };
    await saveRepository(scoped(store.db, { org_id: org.id }), { codehost: 'github', external_id: n + 1 }, facts);
  }
});
afterAll(async () => {
  await api.close();
  await store.close();
});

const cli = async (...argv: string[]) => command(org.key, argv);

test('lists who may read a repository, and what reports there hold', async () => {
  const { code, out } = await cli('repos', 'list', org.id);
  expect(code).toBe(0);
  expect(out).toMatch(/acme\/secret +private +details/);
  expect(out).toMatch(/acme\/website +public +counts and a link/);
});

test('allows details in a public repository with a warning, and takes them back', async () => {
  const on = await cli('repos', 'set', org.id, 'acme/website', '--public-details', 'on');
  expect(on).toMatchObject({ code: 0, out: 'acme/website: reports hold details.\n' });
  expect(on.err).toContain('everybody can read live values');
  expect(await cli('repos', 'set', org.id, 'acme/website', '--public-details', 'off')).toMatchObject({
    code: 0,
    out: 'acme/website: reports hold counts and a link.\n',
    err: '',
  });
});

test('refuses what is neither on nor off, and a repository that is not there', async () => {
  const maybe = await cli('repos', 'set', org.id, 'acme/website', '--public-details', 'maybe');
  expect([maybe.code, maybe.err]).toEqual([1, expect.stringContaining('"on" or "off"')]);
  const unknown = await cli('repos', 'set', org.id, 'acme/nothing', '--public-details', 'on');
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('has no repository acme/nothing')]);
});
