import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../../testkit/api.ts';
import { withApi } from '../../../testkit/with-api.ts';
import { databases } from '../../../testkit/database.ts';
import { githubAccount, type Made } from '../../../testkit/github-account.ts';
import { getOrganizationByAccount } from '../../../testkit/organizations.ts';
import type { Store } from '../../store/database.ts';
import { getInstallation } from '../../store/queries/installations.ts';
import { within } from '../../store/scope.ts';
import { handlerOf } from '../webhooks/events/index.ts';
import type { CodeHostApp } from '../codehosts/port.ts';
import { noteGone, saveSync } from './sync.ts';

const app = { name: 'github' } as CodeHostApp;
const STEPS = [
  'create',
  'rename',
  'archive',
  'remove',
  'select',
  'account',
  'suspend',
  'unsuspend',
  'reinstall',
] as const;
type Host = ReturnType<typeof githubAccount>;
type HostSnapshot = ReturnType<Host['look']>;

describe.each(await databases())('syncs among events on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let accounts = 100;
  withApi(open, (made) => ({ store, api } = made));

  const deliver = ({ event, sent_at, payload }: Made) =>
    store.db.transaction().execute(async (trx) => {
      const action = String(payload.action);
      const delivery = { codehost: 'github', event, action, sent_at, payload: payload as never };
      await handlerOf('github', event, action)?.apply(trx, delivery, api.services.queue);
    });

  async function sync(id: number, { asked_at, installation, repositories }: HostSnapshot): Promise<void> {
    const read = { app, app_id: 1, read_at: asked_at, request: 0 };
    if (installation)
      await store.db
        .transaction()
        .execute((trx) => saveSync(trx, api.services.queue, read, { installation, repositories }));
    else {
      const known = await getInstallation(store.db, { codehost: 'github', id });
      if (known) await noteGone(api.services, read, known);
    }
  }

  function act(
    host: Host,
    steps: readonly { what: (typeof STEPS)[number]; which: number; value: number }[],
    named: string,
  ) {
    for (const [n, { what, which, value }] of steps.entries()) {
      const repository = host.repositories[which % Math.max(1, host.repositories.length)];
      if (what === 'create') host.create(`made-${named}-${n}`);
      else if (what === 'account') host.renameAccount(`account-${host.account.id}-${which}`);
      else if (what === 'suspend') host.suspend();
      else if (what === 'unsuspend') host.unsuspend();
      else if (what === 'reinstall') {
        host.uninstall();
        if (value === 1) host.install();
      } else if (!repository) continue;
      else if (what === 'rename') host.rename(repository, `named-${named}-${n}`);
      else if (what === 'archive') host.archive(repository, value === 1);
      else if (what === 'remove') host.remove(repository);
      else host.select(repository, value === 1);
    }
  }

  test('converges on the state of the code host, whenever a sync runs and however late events arrive', async () => {
    const step = fc.record({ what: fc.constantFrom(...STEPS), which: fc.nat(3), value: fc.nat(1) });
    const history = fc.array(step, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(history, history, fc.infiniteStream(fc.nat(1000)), async (before, after, numbers) => {
        const id = ++accounts;
        const host = githubAccount({ id, login: `account-${id}` });
        host.create('first');
        host.install();
        act(host, before, 'a');
        const snapshots = [{ id: host.installation.id, snapshot: host.look() }];
        act(host, after, 'b');
        snapshots.push({ id: host.installation.id, snapshot: host.look() });
        const happened = [
          ...host.made.flatMap((made) => [() => deliver(made), () => deliver(made)]),
          ...snapshots.map((one) => () => sync(one.id, one.snapshot)),
        ].map((happen) => ({ happen, key: Number(numbers.next().value) }));
        for (const { happen } of happened.toSorted((a, b) => a.key - b.key)) await happen();

        const org = await getOrganizationByAccount(store.db, id);
        const { installation } = host;
        expect(org?.installation_id ?? null).toBe(installation.alive ? installation.id : null);
        const seen = installation.alive ? host.repositories.filter((one) => one.selected) : [];
        const rows = within(store.db, 'instance')
          .selectFrom('repositories')
          .selectAll()
          .where('org_id', '=', org?.id ?? '');
        const found = await rows.where('removed_at', 'is', null).orderBy('external_id').execute();
        expect(found.map((row) => row.external_id)).toEqual(seen.map((one) => one.id));
        if (!installation.alive) return;
        expect(org?.login).toBe(host.account.login);
        // Payloads of suspensions have no time of their own, and lists in payloads lack the archived flag.
        expect(org?.suspended_at !== null).toBe(installation.suspended);
        if (installation.suspended) return;
        expect(found.map((row) => [row.full_name, row.archived])).toEqual(
          seen.map((one) => [`${host.account.login}/${one.name}`, one.archived]),
        );
      }),
      { numRuns: 12 },
    );
  });
});
