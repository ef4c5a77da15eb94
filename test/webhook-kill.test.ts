import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Organization } from '../src/services/access/organization.ts';
import type { PresentedDelivery } from '../src/services/webhooks/list.ts';
import { createDatabase } from '../testkit/database.ts';
import { githubAccount } from '../testkit/github-account.ts';
import { deliveryHeaders } from '../testkit/github-deliveries.ts';
import { OPERATOR_KEY, serverEnv, startInstance } from '../testkit/instance.ts';
import { missing } from '../testkit/needs.ts';
import { temporaryDirectory } from '../testkit/tmp.ts';

const SECRET = 'the-secret-of-the-kill-test';
const KILLS = { embedded: 12, postgres: 8 };

const kinds = (await missing('postgres')) ? (['embedded'] as const) : (['embedded', 'postgres'] as const);

/** Sends deliveries, each of a new installation, until the server is gone. Records acknowledged ones. */
async function deliverUntilGone(url: string, firstAccount: number, acknowledged: Map<string, number>): Promise<void> {
  let account = firstAccount;
  async function sendOn(): Promise<void> {
    for (;;) {
      const id = account++;
      const host = githubAccount({ id, login: `account-${id}` });
      host.install();
      const body = JSON.stringify(host.made[0]?.payload);
      const delivery = randomUUID();
      const headers = deliveryHeaders(SECRET, 'installation', body, delivery);
      const answer = await fetch(`${url}/api/v1/webhooks/github`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      if (!answer) return;
      if (answer.status === 202) acknowledged.set(delivery, id);
    }
  }
  await Promise.all(Array.from({ length: 4 }, sendOn));
}

describe.each(kinds)('a server that is killed while deliveries arrive, on %s', (kind) => {
  test('loses no acknowledged delivery, and processes none twice', async () => {
    await using stack = new AsyncDisposableStack();
    const database = kind === 'postgres' ? await createDatabase() : undefined;
    if (database) stack.defer(() => database.drop());
    const dir = stack.use(await temporaryDirectory());
    const env = {
      ...(database && { DATABASE_URL: database.url }),
      ...serverEnv(join(dir.path, 'data')),
      PLUMBLINE_LOG_LEVEL: 'silent',
      GITHUB_WEBHOOK_SECRET: SECRET,
    };
    const acknowledged = new Map<string, number>();
    for (let kill = 0; kill < KILLS[kind]; kill++) {
      await using server = await startInstance(env);
      const sent = deliverUntilGone(server.url, 1 + kill * 1000, acknowledged);
      for (const wanted = acknowledged.size + 1 + 3 * kill; acknowledged.size < wanted;) await sleep(5);
      await server.kill();
      await sent;
    }

    await using server = await startInstance(env);
    const all = async <T>(path: string): Promise<T[]> => {
      const found: T[] = [];
      for (let next: string | undefined = `${path}?limit=100`; next !== undefined;) {
        const answer = await fetch(`${server.url}/api/v1${next}`, {
          headers: { authorization: `Bearer ${OPERATOR_KEY}` },
        });
        found.push(...((await answer.json()) as T[]));
        next = /<\/api\/v1([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
      }
      return found;
    };
    const waiting = async () =>
      (await all<PresentedDelivery>('/webhooks/deliveries')).filter(({ status }) => status === 'received').length;
    await expect.poll(waiting, { timeout: 300_000, interval: 250 }).toBe(0);
    const deliveries = await all<PresentedDelivery>('/webhooks/deliveries');
    const ends = new Map(deliveries.map(({ delivery_id, status }) => [delivery_id, status]));
    expect([...acknowledged.keys()].filter((id) => ends.get(id) !== 'processed')).toEqual([]);
    expect(ends.size).toBe(deliveries.length);
    const logins = (await all<Organization>('/orgs')).map(({ login }) => login);
    expect(logins).toEqual(expect.arrayContaining([...acknowledged.values()].map((id) => `account-${id}`)));
    expect(new Set(logins).size).toBe(logins.length);
    // Each has exactly one change, despite retries.
    for (const { id } of (await all<Organization>('/orgs')).slice(0, 50)) {
      const lines = await all<{ action: string }>(`/orgs/${id}/audit`);
      expect(lines.map(({ action }) => action)).toEqual(['organization.create']);
    }
    await server.stop();
  });
});
