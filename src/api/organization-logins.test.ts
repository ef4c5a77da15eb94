import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { withApi } from '../../testkit/with-api.ts';

describe.each(await databases())('a login in the place of an organization id on $kind', ({ open }) => {
  let api: TestApi;
  withApi(open, (made) => ({ api } = made));

  const keys = (name: string, key: string) => api.call('GET', `/orgs/${name}/keys`, { key });

  test('names the own organization, without regard to case, and any for the operator', async () => {
    const made = await api.organization('acme-corp.eu', 'admin');
    const byId = (await keys(made.id, made.key)).json<unknown>();
    for (const name of ['acme-corp.eu', 'Acme-Corp.EU'])
      for (const key of [made.key, api.operatorKey]) {
        const answer = await keys(name, key);
        expect([answer.statusCode, answer.json<{ id: string }[]>().map(({ id }) => id)]).toEqual([
          200,
          (byId as { id: string }[]).map(({ id }) => id),
        ]);
      }
    const shown = await api.call('GET', '/orgs/acme-corp.eu', { key: made.key });
    expect(shown.json<{ id: string }>().id).toBe(made.id);
  });

  test('does not tell the login of another organization from one that does not exist', async () => {
    const mine = await api.organization('mine', 'admin');
    await api.organization('theirs', 'admin');
    const answers = await Promise.all(['theirs', 'nobodys'].map((name) => keys(name, mine.key)));
    const seen = answers.map((answer) => {
      const { request_id: _, ...body } = answer.json<Record<string, unknown>>();
      return [answer.statusCode, body];
    });
    expect(seen[0]?.[0]).toBe(404);
    expect(seen[0]).toEqual(seen[1]);
  });
});
