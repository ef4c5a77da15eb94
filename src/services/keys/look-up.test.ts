import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../../../testkit/database.ts';
import { newId } from '../../base/ids.ts';
import type { Store } from '../../store/database.ts';
import { insertApiKey, revokeApiKey } from '../../store/queries/api-keys.ts';
import { insertOrganization, updateOrganization } from '../../store/queries/organizations.ts';
import { hashKey, newKey } from './format.ts';
import { createKeyLookup } from './authenticate.ts';
import { scoped } from '../../store/scope.ts';

describe.each(await databases())('looking keys up on $kind', ({ open }) => {
  let store: Store;
  let queries = 0;
  const org = newId('org');

  /** The store, with a count of its queries. */
  const counting = (): Pick<Store, 'db'> => ({
    get db() {
      queries += 1;
      return store.db;
    },
  });

  async function key(): Promise<{ id: string; hash: Uint8Array }> {
    const [id, hash] = [newId('key'), hashKey(newKey())];
    await insertApiKey(store.db, { id, org_id: org, name: 'test', hash, hint: 'test', scopes: ['read'] });
    return { id, hash };
  }

  beforeAll(async () => {
    store = await open();
    await insertOrganization(store.db, {
      id: org,
      login: 'acme',
      installation_id: null,
      fingerprint_key: Buffer.alloc(32),
    });
  });
  afterAll(() => store.close());

  test('reads concurrent look-ups together, and answers each with its own key', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, key));
    const lookUp = createKeyLookup(counting());
    queries = 0;
    const unknown = lookUp(hashKey(newKey()));
    const found = await Promise.all([...keys, ...keys].map(({ hash }) => lookUp(hash)));
    expect(found.map((row) => row?.id)).toEqual([...keys, ...keys].map(({ id }) => id));
    expect(await unknown).toBeUndefined();
    expect(queries).toBe(1);
  });

  test('reads later look-ups afterwards, so that a revoked key is never found alive', async () => {
    const lookUp = createKeyLookup(counting());
    for (let round = 0; round < 20; round++) {
      const { id, hash } = await key();
      const earlier = Array.from({ length: 5 }, () => lookUp(hash));
      await revokeApiKey(scoped(store.db, { org_id: org }), id, new Date());
      const later = await lookUp(hash);
      expect(later?.revoked_at).toBeInstanceOf(Date);
      await Promise.all(earlier);
    }
  });

  test('reads the organization with its key, as it is by then', async () => {
    const lookUp = createKeyLookup(counting());
    const { hash } = await key();
    for (const login of ['renamed', 'acme']) {
      await updateOrganization(store.db, org, { login });
      queries = 0;
      expect((await lookUp(hash))?.organization).toMatchObject({ id: org, login, fingerprint_key: Buffer.alloc(32) });
      expect(queries).toBe(1);
    }
  });

  test('rejects all waiting callers when the database fails, and queries again for the next one', async () => {
    let away = true;
    const lookUp = createKeyLookup({
      get db() {
        if (away) throw new Error('away');
        return store.db;
      },
    });
    const { id, hash } = await key();
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => lookUp(hash)));
    expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 'rejected'));
    away = false;
    expect((await lookUp(hash))?.id).toBe(id);
  });
});
