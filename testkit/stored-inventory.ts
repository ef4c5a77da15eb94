import { newId } from '../src/base/ids.ts';
import type { ObjectNode } from '../src/base/schema.ts';
import type { Candidate } from '../src/clouds/contract/inventory.ts';
import type { SourcedRule } from '../src/engine/ignore/ignore.ts';
import { compileUnmanagedIgnores } from '../src/engine/ignore/unmanaged.ts';
import { createMasker } from '../src/engine/mask/mask.ts';
import { emptyCounts } from '../src/engine/model/analysis.ts';
import { noObjects, type InventoryListing, type UnmanagedObject } from '../src/engine/model/inventory.ts';
import { conclude } from '../src/engine/report/summary/conclude.ts';
import { emptyTotals } from '../src/engine/report/totals.ts';
import type { ProviderSession } from '../src/provider/contract/types.ts';
import { finishRun } from '../src/services/analyses/finish.ts';
import { reportNews } from '../src/services/inventory/news.ts';
import { inventoryStore } from '../src/services/inventory/sink.ts';
import { withInventory } from '../src/services/inventory/summary.ts';
import { insertAnalysis } from '../src/store/queries/analyses.ts';
import { beginInventory, requestInventory, type InventoryEnd } from '../src/store/queries/inventories.ts';
import { startAnalysis } from '../src/store/queries/runs.ts';
import { scoped } from '../src/store/scope.ts';
import { inTransaction } from '../src/store/transact.ts';
import type { TestApi } from './api.ts';

const text = {
  role: 'attribute',
  node: { kind: 'string' },
  optional: true,
  required: false,
  computed: false,
  writeOnly: false,
} as const;
const SCHEMA: ObjectNode = {
  kind: 'object',
  members: { name: { ...text, sensitive: false }, secret: { ...text, sensitive: true } },
};

/** A provider that accepts every configuration, and whose plan changes nothing. Counts the plans. */
function sessionWith(plans: { count: number }): ProviderSession {
  return {
    source: 'registry.terraform.io/hashicorp/aws',
    version: '5.100.0',
    generate: async () => undefined,
    validate: async () => [],
    plan: async (_object, { proposed }) => {
      plans.count += 1;
      return { status: 'planned', planned: proposed, replaces: [], legacy: false };
    },
  } as Partial<ProviderSession> as ProviderSession;
}

const PLACE = { account_id: '123456789012', region: 'us-east-1' };

/** An unmanaged SQS queue, with the values of its attributes. */
export function queue(name: string, more: Partial<UnmanagedObject> = {}): UnmanagedObject {
  return {
    type: 'aws_sqs_queue',
    service: 'sqs',
    class: 'unmanaged',
    ...PLACE,
    cloud_id: `arn:aws:sqs:us-east-1:123456789012:${name}`,
    name,
    import: { id: name },
    severity: 'low',
    severity_rule: more.class ?? 'unmanaged',
    severity_reason: 'no state has it',
    tags: {},
    ...more,
  };
}

type Seen = {
  objects?: UnmanagedObject[];
  /** Import ids, or all ids, of objects that a state has. */
  managed?: (string | Candidate['ids'])[];
  /** Import ids of objects that nobody could read. */
  unproven?: string[];
  /** The ids that the list gives of an object; by default what it is imported by. */
  ids?: (object: UnmanagedObject) => Candidate['ids'];
  /** The place of a provider's configuration. */
  place?: string;
  session?: Partial<ProviderSession>;
  /** Happens after the run has begun, and before it stores something. */
  before?: () => Promise<void>;
  listing?: Partial<InventoryListing>;
  rules?: SourcedRule[];
  /** The value of the attribute `secret` of all objects. */
  secret?: string;
  /** How the inventory ended; by default it is complete. */
  ended?: Partial<InventoryEnd>;
  /** The analysis is not ended. */
  unfinished?: boolean;
};

/** Runs inventories of an organization as a worker does, from what lists and states have. */
export function inventoriesOf({ services }: TestApi, orgId: string) {
  const { store } = services;
  const tenant = scoped(store.db, { org_id: orgId });
  const masker = createMasker({ key: new Uint8Array(32) });
  const plans = { count: 0 };
  const session = sessionWith(plans);

  async function request(): Promise<string> {
    const { id } = await insertAnalysis(store.db, {
      id: newId('an'),
      org_id: orgId,
      trigger: JSON.stringify({ kind: 'api' }),
      status: 'queued',
      severity: 'none',
      counts: JSON.stringify(emptyCounts()),
      states: '[]',
    });
    await requestInventory(tenant, id);
    return id;
  }

  /** Runs an analysis, or runs one again, that does nothing but its inventory. */
  async function run(seen: Seen, analysis?: string): Promise<string> {
    const id = analysis ?? (await request());
    const own = { id, started_at: new Date() };
    await inTransaction(tenant, (trx) => startAnalysis(trx, own));
    if (!(await beginInventory(tenant, own))) throw new Error('the inventory has ended already');
    const ignoredBy = compileUnmanagedIgnores(seen.rules ?? [], own.started_at);
    const { signal } = new AbortController();
    const store = inventoryStore({ tenant, run: own, masker, ignoredBy, signal });
    const sink = seen.place === undefined ? store : store.of!(seen.place);
    const type = seen.listing?.type ?? 'aws_sqs_queue';
    const candidate: Candidate = { type, account: PLACE.account_id, region: PLACE.region, ids: {}, element: {} };
    const candidateOf = (object: UnmanagedObject): Candidate => ({
      type: object.type,
      account: object.account_id ?? null,
      region: object.region ?? null,
      ids: seen.ids?.(object) ?? ('id' in object.import ? { importId: object.import.id } : object.import),
      element: {},
    });
    await seen.before?.();
    const { objects = [], managed = [], unproven = [], secret = null } = seen;
    await Promise.all(
      objects.map((object) => {
        const live = { name: object.name ?? null, secret };
        const proven = { schema: SCHEMA, live, by: object.import };
        return sink.object(
          object,
          {
            ...proven,
            candidate: candidateOf(object),
            object: { type: object.type, state: {}, private: new Uint8Array() },
          },
          { ...session, ...seen.session },
        );
      }),
    );
    for (const by of managed) sink.managed?.({ ...candidate, ids: typeof by === 'string' ? { importId: by } : by });
    for (const importId of unproven)
      await sink.unproven({ type, cloud_id: importId, reason: 'x', detail: 'x' }, { ...candidate, ids: { importId } });
    const counts = {
      ...noObjects(),
      managed: managed.length,
      unmanaged: objects.length,
      unproven: unproven.length,
    };
    const listing = { type, service: 'sqs', ...PLACE, state: 'listed' as const, calls: 1, ...counts };
    await sink.listing({ ...listing, ...seen.listing });
    const isWhole = (seen.ended?.unread_states ?? []).length === 0;
    await reportNews(services, { tenant, run: own, masker, isWhole });
    if (seen.unfinished) return id;
    const end = conclude({ states: [], totals: emptyTotals() });
    const inventory: InventoryEnd = {
      status: 'completed',
      finished_at: new Date(),
      counts,
      objects: objects.length,
      ...seen.ended,
    };
    await inTransaction(tenant, async (trx) =>
      finishRun(
        { tenant: trx, queue: services.queue },
        own,
        { end: { ...(await withInventory({ ...own, tenant: trx }, end, inventory)), status: 'completed' }, inventory },
        new Date(),
      ),
    );
    return id;
  }

  return { tenant, plans, request, run };
}
