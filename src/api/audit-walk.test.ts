import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApi, type TestApi } from '../../testkit/api.ts';
import { databases } from '../../testkit/database.ts';
import { listOperations } from '../../testkit/operations.ts';
import { bodyFor, fillPath, queryFor, typeFor, makeOrganization, WALKED_CLOUD } from '../../testkit/walk.ts';
import { billingOf } from '../../testkit/stripe/provider.ts';
import { startStripe, type StripeEmulator } from '../../testkit/stripe/start.ts';
import type { Store } from '../store/database.ts';
import { within } from '../store/scope.ts';

/** Operations that change nothing here although they are not GET: by name and status, with the reason. */
const UNLOGGED: Readonly<Record<string, string>> = {
  'DELETE /api/v1/orgs/:org_id 409': 'not confirmed; one that is leaves its line, see deletion.test.ts',
  'POST /api/v1/billing/portal 200': 'opens a page, and changes nothing',
  'POST /api/v1/webhooks/stripe 400': 'not signed; one that changes something leaves its line, see billing.test.ts',
  'POST /api/v1/webhooks/:codehost 400': 'not signed; and what a delivery changes is changed later, by the queue',
  'POST /api/v1/webhooks/deliveries/:id/replay 202': 'of the instance, and no organization’s',
  'POST /api/v1/memory/recall 200': 'it only asks',
  'POST /api/v1/orgs/:org_id/ignore-rules/preview 200': 'it only asks',
  'POST /api/v1/orgs/:org_id/inventory/import 200': 'it writes files and changes nothing',
  'POST /api/v1/orgs/:org_id/state-mappings/preview 200': 'it only asks',
  'POST /api/v1/orgs/:org_id/state-claims/accept 409':
    'nothing is claimed; one that is accepted leaves its line, see accept-claims.test.ts',
  'POST /api/v1/session 401': 'nobody is signed in; whoever is leaves a line, see sessions.test.ts',
  'DELETE /api/v1/session 204': 'nobody was signed in; whoever was leaves a line, see sessions.test.ts',
};

describe.each(await databases())('the audit log on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let stripe: StripeEmulator;

  beforeAll(async () => {
    store = await open();
    stripe = await startStripe([{ id: 'price_team' }]);
    api = await testApi(store, [WALKED_CLOUD], { billing: billingOf(stripe) });
  });
  afterAll(async () => {
    await api.close();
    await store.close();
    await stripe[Symbol.asyncDispose]();
  });

  test('logs every successful change with its request id', async () => {
    const org = await makeOrganization(store, 'acme');
    const silent: string[] = [];
    const changing = (await listOperations(api.app)).filter(({ method }) => method !== 'GET');
    for (const operation of changing) {
      const name = `${operation.method} ${operation.path}`;
      const path = await fillPath(api, operation, org);
      const body = bodyFor(operation, org);
      const answer = await api.app.inject({
        method: operation.method,
        url: path + queryFor(operation, org, true),
        headers: { authorization: `Bearer ${api.operatorKey}`, ...typeFor(operation, body) },
        body: body as object,
      });
      const requestId = String(answer.headers['x-request-id']);
      const lines = await within(store.db, 'instance')
        .selectFrom('audit_events')
        .selectAll()
        .where('request_id', '=', requestId)
        .execute();
      if (lines.length === 0) silent.push(`${name} ${answer.statusCode}`);
      // A log entry for a failed change would be wrong, too.
      else expect([name, Math.floor(answer.statusCode / 100)]).toEqual([name, 2]);
      for (const { detail } of lines) expect(JSON.stringify(detail)).not.toMatch(/plk_|secret|token/i);
    }
    expect(silent.toSorted()).toEqual(Object.keys(UNLOGGED).toSorted());
    expect(changing.length).toBeGreaterThan(5);
  });
});
