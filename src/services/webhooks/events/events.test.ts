import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TestApi } from '../../../../testkit/api.ts';
import { withApi } from '../../../../testkit/with-api.ts';
import { databases } from '../../../../testkit/database.ts';
import { githubAccount, type Made } from '../../../../testkit/github-account.ts';
import { newId } from '../../../base/ids.ts';
import type { Store } from '../../../store/database.ts';
import { getOrganizationByAccount } from '../../../../testkit/organizations.ts';
import { insertOrganization } from '../../../store/queries/organizations.ts';
import { insertDeliveries } from '../../../store/queries/webhook-deliveries.ts';
import { packPayload } from '../payload.ts';
import { processDelivery } from '../process.ts';
import { within } from '../../../store/scope.ts';

describe.each(await databases())('events of GitHub on $kind', ({ open }) => {
  let store: Store;
  let api: TestApi;
  let accounts = 100;
  withApi(open, (made) => ({ store, api } = made));

  async function deliver({ event, sent_at, payload }: Made): Promise<{ status: string; last_error: unknown }> {
    const id = newId('dlv');
    const { action } = payload as { action: string };
    const stored = await packPayload(Buffer.from(JSON.stringify(payload)));
    const names = { codehost: 'github', delivery_id: id, event, action, installation_id: null };
    const row = { id, ...names, status: 'received', sent_at, processed_at: null, payload: stored } as const;
    await insertDeliveries(store.db, [row]);
    await processDelivery(api.services, { id }, { attempt: 1, last: true });
    return store.db
      .selectFrom('webhook_deliveries')
      .select(['status', 'last_error'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }
  const deliverAll = async (made: readonly Made[]) => {
    for (const one of made) await deliver(one);
  };
  const newAccount = (login?: string) => {
    const id = ++accounts;
    return githubAccount({ id, login: login ?? `account-${id}` });
  };
  const organizationOf = ({ account }: { account: { id: number } }) => getOrganizationByAccount(store.db, account.id);
  async function repositoriesOf(host: { account: { id: number } }) {
    const org = await organizationOf(host);
    const rows = within(store.db, 'instance')
      .selectFrom('repositories')
      .selectAll()
      .where('org_id', '=', org?.id ?? '');
    return (await rows.where('removed_at', 'is', null).orderBy('external_id').execute()).map((row) => ({
      id: row.external_id,
      name: row.full_name,
      private: row.private,
      archived: row.archived,
    }));
  }
  const operatorMakes = (login: string, installation_id: number | null = null) =>
    insertOrganization(store.db, { id: newId('org'), login, installation_id, fingerprint_key: new Uint8Array(32) });

  test('creates an organization with its repositories for an account that installs the App, and follows renames', async () => {
    const host = newAccount('Octo-Org');
    host.create('infra');
    host.create('web');
    host.install();
    await deliverAll(host.made.splice(0));
    const org = await organizationOf(host);
    expect(org).toMatchObject({ login: 'Octo-Org', installation_id: host.installation.id, suspended_at: null });
    host.renameAccount('octo-inc');
    host.rename(host.repositories[1]!, 'site');
    host.archive(host.repositories[0]!, true);
    host.suspend();
    await deliverAll(host.made.splice(0));
    const after = await organizationOf(host);
    expect(after).toMatchObject({ id: org?.id, login: 'octo-inc', suspended_at: expect.any(Date) });
    expect(await repositoriesOf(host)).toMatchObject([
      { name: 'octo-inc/infra', archived: true },
      { name: 'octo-inc/site', archived: false },
    ]);
    host.uninstall();
    await deliverAll(host.made.splice(0));
    expect(await organizationOf(host)).toMatchObject({ id: org?.id, installation_id: null, suspended_at: null });
    expect(await repositoriesOf(host)).toEqual([]);
    host.install();
    await deliverAll(host.made.splice(0));
    expect(await organizationOf(host)).toMatchObject({ id: org?.id, installation_id: host.installation.id });
    expect(await repositoriesOf(host)).toHaveLength(2);
    const lines = await within(store.db, 'instance')
      .selectFrom('audit_events')
      .selectAll()
      .where('org_id', '=', org?.id ?? '')
      .execute();
    expect(lines.map(({ actor_kind: kind }) => kind)).toEqual(lines.map(() => 'system'));
    expect(lines.map(({ action }) => action)).toContain('organization.create');
  });

  test('has the same result for events in any order and any number of times', async () => {
    const step = fc.record({
      what: fc.constantFrom(
        ...([
          'create',
          'rename',
          'archive',
          'private',
          'remove',
          'select',
          'account',
          'suspend',
          'unsuspend',
          'reinstall',
        ] as const),
      ),
      which: fc.nat(3),
      value: fc.nat(1),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 9 }),
        fc.infiniteStream(fc.nat(1000)),
        async (steps, numbers) => {
          const act = (host: ReturnType<typeof newAccount>) => {
            host.create('first');
            host.install();
            for (const [n, { what, which, value }] of steps.entries()) {
              const repository = host.repositories[which % Math.max(1, host.repositories.length)];
              if (what === 'create') host.create(`made-${n}`);
              else if (what === 'account')
                host.renameAccount(`account-${host.account.id}${value === 1 ? `-${which}` : ''}`);
              else if (what === 'suspend') host.suspend();
              else if (what === 'unsuspend') host.unsuspend();
              else if (what === 'reinstall') {
                host.uninstall();
                if (value === 1) host.install();
              } else if (!repository) continue;
              else if (what === 'rename') host.rename(repository, `named-${n}`);
              else if (what === 'archive') host.archive(repository, value === 1);
              else if (what === 'private') host.setPrivate(repository, value === 1);
              else if (what === 'remove') host.remove(repository);
              else host.select(repository, value === 1);
            }
            return host;
          };
          const [inOrder, shuffled] = [act(newAccount()), act(newAccount())];
          await deliverAll(inOrder.made);
          const keyed = [...shuffled.made, ...shuffled.made].map((one) => ({ one, key: Number(numbers.next().value) }));
          await deliverAll(keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one));
          const reinstalled = steps.some(({ what }) => what === 'reinstall');
          const plain = async (host: ReturnType<typeof newAccount>) => {
            const org = await organizationOf(host);
            // If the first event of an installation arrives after its deletion, there is no organization, else one
            // without an installation.
            const installed = typeof org?.installation_id === 'number';
            const text = JSON.stringify({
              login: installed ? org.login : null,
              installation: installed ? org.installation_id === host.installation.id : null,
              suspended: installed && org.suspended_at !== null,
              // Events of a deleted installation are ignored, and lists lack the archived flag.
              repositories: (await repositoriesOf(host)).map((one) => (reinstalled ? { ...one, archived: null } : one)),
            });
            return text.replaceAll(String(host.account.id), 'N');
          };
          expect(await plain(shuffled)).toBe(await plain(inOrder));
          // The result equals the state at GitHub.
          const there = inOrder.installation.alive ? inOrder.repositories.filter((one) => one.selected) : [];
          expect((await repositoriesOf(inOrder)).map(({ id }) => id)).toEqual(there.map(({ id }) => id));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('links the operator’s organization when the operator says so, and never by its login', async () => {
    const mine = await operatorMakes('Acme');
    const host = newAccount('acme');
    host.create('infra');
    host.install();
    for (const one of host.made)
      expect(await deliver(one)).toMatchObject({
        status: 'dead',
        last_error: { code: 'login_taken', detail: expect.stringContaining(mine.id) },
      });
    expect(await organizationOf(host)).toBeUndefined();
    await store.db
      .updateTable('organizations')
      .set({ installation_id: host.installation.id })
      .where('id', '=', mine.id)
      .execute();
    for (const one of host.made) expect(await deliver(one)).toMatchObject({ status: 'processed' });
    expect(await organizationOf(host)).toMatchObject({ id: mine.id, login: 'acme', account_id: host.account.id });
    expect(await repositoriesOf(host)).toMatchObject([{ name: 'acme/infra' }]);
  });

  test('gives a new owner of a login no access to the former owner’s organization', async () => {
    const [first, second] = [newAccount('wanted'), newAccount('other')];
    first.install();
    await deliverAll(first.made.splice(0));
    const org = await organizationOf(first);
    second.renameAccount('wanted');
    second.install();
    second.suspend();
    await deliverAll(second.made);
    expect(await organizationOf(second)).toMatchObject({ login: 'wanted' });
    expect(await organizationOf(first)).toMatchObject({ id: org?.id, login: `wanted.${first.account.id}` });
    expect((await organizationOf(second))?.id).not.toBe(org?.id);
    first.renameAccount('elsewhere');
    for (let n = 0; n < 3; n++) first.suspend();
    await deliverAll(first.made);
    expect(await organizationOf(first)).toMatchObject({ id: org?.id, login: 'elsewhere' });
  });

  test('moves no installation that the operator gave to another organization', async () => {
    const [host, rival] = [newAccount(), newAccount()];
    rival.install();
    await deliverAll(rival.made);
    const holder = await organizationOf(rival);
    host.install();
    await store.db
      .updateTable('organizations')
      .set({ installation_id: host.installation.id })
      .where('id', '=', holder?.id ?? '')
      .execute();
    expect(await deliver(host.made[0]!)).toMatchObject({ status: 'dead', last_error: { code: 'installation_taken' } });
  });

  test('moves a transferred repository to its new owner, whichever event comes first', async () => {
    for (const order of ['transfer last', 'transfer first']) {
      const [from, to] = [newAccount(), newAccount()];
      for (const host of [from, to]) host.install();
      from.create('moving');
      const repository = from.repositories[0]!;
      from.rename(repository, 'moved');
      const renamed = from.made.at(-1)!;
      const payload = structuredClone(renamed.payload) as { repository: Record<string, unknown> };
      Object.assign(payload.repository, {
        owner: to.account,
        full_name: `${to.account.login}/moved`,
        updated_at: '2026-02-01T00:00:00Z',
      });
      const transferred = {
        event: 'repository',
        sent_at: new Date('2026-02-01T00:00:01Z'),
        payload: { ...payload, action: 'transferred', installation: { id: to.installation.id } },
      };
      const events = [...from.made, ...to.made, transferred];
      await deliverAll(order === 'transfer last' ? events : events.toReversed());
      expect(await repositoriesOf(from)).toEqual([]);
      expect(await repositoriesOf(to)).toMatchObject([{ id: repository.id, name: `${to.account.login}/moved` }]);
    }
  });

  test('shows a transferred repository to its new owner despite the former owner’s list of removals', async () => {
    const [from, to] = [newAccount(), newAccount()];
    for (const host of [from, to]) host.install();
    from.create('moving');
    await deliverAll([...from.made, ...to.made]);
    const repository = from.repositories[0]!;
    const listed = { id: repository.id, name: 'moving', full_name: `${from.account.login}/moving`, private: true };
    const facts = { archived: false, default_branch: 'main', updated_at: '2026-02-01T00:00:00Z' };
    await deliver({
      event: 'repository',
      sent_at: new Date('2026-02-01T00:00:01Z'),
      payload: {
        action: 'transferred',
        repository: { ...listed, ...facts, full_name: `${to.account.login}/moving`, owner: to.account },
        installation: { id: to.installation.id },
      },
    });
    for (const updated_at of ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z'])
      await deliver({
        event: 'installation_repositories',
        sent_at: new Date('2026-02-02T00:00:01Z'),
        payload: {
          action: 'removed',
          installation: { id: from.installation.id, account: from.account, updated_at },
          repositories_added: [],
          repositories_removed: [listed],
        },
      });
    expect(await repositoriesOf(from)).toEqual([]);
    expect(await repositoriesOf(to)).toMatchObject([{ id: repository.id, name: `${to.account.login}/moving` }]);
  });

  test('buries an incomplete payload at once, without its values', async () => {
    const host = newAccount();
    host.install();
    const [made] = host.made;
    const payload = { ...made!.payload, installation: { id: 'secret-value' } };
    const { status, last_error } = await deliver({ ...made!, payload });
    expect(status).toBe('dead');
    expect(last_error).toMatchObject({ code: 'unexpected_payload', detail: expect.stringContaining('/installation') });
    expect(JSON.stringify(last_error)).not.toContain('secret-value');
  });
});
