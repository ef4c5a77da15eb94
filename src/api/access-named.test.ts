import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { listOperations, type Operation } from '../../testkit/operations.ts';
import { bodyFor, fillPath, makeOrganization, queryFor, WALKED_CLOUD, type Organization } from '../../testkit/walk.ts';
import { newId } from '../base/ids.ts';
import type { Store } from '../store/database.ts';
import { within } from '../store/scope.ts';

/** Query and body fields that name a thing: these, and all whose names end like an id. */
const NAMES = ['project', 'actor'];
/** The code host's number of an installation, which only the operator sets. */
const NO_THINGS = ['installation_id'];

describe.each(await databases())('what a query or a body names, on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let acme: Organization;
  let rival: Organization & { key: string };

  beforeAll(async () => {
    store = await open();
    api = await testApi(store, [WALKED_CLOUD]);
    acme = await makeOrganization(store, 'acme');
    const other = await makeOrganization(store, 'rival');
    rival = { ...other, key: (await makeKey(other)).key };
  });
  afterAll(async () => {
    await api.close();
    await store.close();
  });

  async function makeKey(org: Organization): Promise<{ id: string; key: string }> {
    const body = { name: 'admin', scopes: ['admin'] };
    return (await api.call('POST', `/orgs/${org.id}/keys`, { key: api.operatorKey, body })).json();
  }

  /** By field name: the id of a thing of acme's, and of one that does not exist. */
  async function things(): Promise<Readonly<Record<string, readonly [string, string]>>> {
    const missing = '0000000000000000000000';
    const repository = { id: newId('repo'), org_id: acme.id, codehost: 'github', external_id: 7 };
    const named = { full_name: 'acme/shop', private: true, default_branch: 'main' };
    await within(store.db, 'instance')
      .insertInto('repositories')
      .values({ ...repository, ...named })
      .execute();
    const key = (await makeKey(acme)).id;
    const analysis = newId('an');
    const response = { trigger: '{"kind": "api", "actor": "x"}', counts: '{}', states: '[]' };
    const row = { id: analysis, org_id: acme.id, status: 'completed', severity: 'none', ...response } as const;
    await within(store.db, 'instance').insertInto('analyses').values(row).execute();
    return {
      analysis_id: [analysis, `an_${missing}`],
      org_id: [acme.id, `org_${missing}`],
      project: ['acme/shop', 'acme/nothing'],
      repo_id: [repository.id, `repo_${missing}`],
      target_id: [key, `key_${missing}`],
      actor: [key, `key_${missing}`],
    };
  }

  /** Requests a thing by this name as the rival; returns the answer without the request's id. */
  async function ask(operation: Operation, name: string, value: string) {
    const path = await fillPath(api, operation, rival);
    const inQuery = operation.described?.query.includes(name);
    const body = bodyFor(operation, rival) as object | undefined;
    const query = new URLSearchParams(queryFor(operation, rival, false));
    query.set(name, value);
    const answer = await api.app.inject({
      method: operation.method,
      url: inQuery ? `${path}?${query.toString()}` : path,
      headers: { authorization: `Bearer ${rival.key}` },
      ...(body && { body: inQuery ? body : { ...body, [name]: value } }),
    });
    return { status: answer.statusCode, body: answer.body.replace(/"request_id":"[^"]*"/, '') };
  }

  test("answers for another organization's ids as for unknown ones", async () => {
    const named = await things();
    const asked: string[] = [];
    for (const operation of await listOperations(api.app)) {
      const { query = [], body = [], description = '' } = operation.described ?? {};
      const names = [...query, ...body].filter((name) => name.endsWith('_id') || NAMES.includes(name));
      for (const name of names.filter((one) => !NO_THINGS.includes(one) && !description.includes('operator key'))) {
        const at = `${operation.method} ${operation.path} ${name}`;
        const [theirs, nothing] = named[name] ?? [];
        if (theirs === undefined || nothing === undefined) throw new Error(`${at}: say in this test what that may be`);
        const answer = await ask(operation, name, theirs);
        expect([at, answer]).toEqual([at, await ask(operation, name, nothing)]);
        asked.push(`${at}: ${answer.status}`);
      }
    }
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((one) => !/: (200|404)$/.test(one))).toEqual([]);
  });
});
