import { randomBytes } from 'node:crypto';
import { deliveryHeaders } from '../github-deliveries.ts';
import { Refusal } from './refusal.ts';
import type { World } from './state.ts';

/** An event of GitHub. It may have several delivery attempts, all with the same guid. */
export type GitHubEvent = {
  guid: string;
  made_at: Date;
  event: string;
  action: string | null;
  installation_id: number | null;
  repository_id: number | null;
  payload: Record<string, unknown>;
};

/** One delivery attempt. `status_code` 0: no response. */
export type Try = { id: bigint; of: GitHubEvent; at: Date; redelivery: boolean; status_code: number };

/** The receiver of deliveries: a URL, or a function that returns the status. */
export type Receiver = string | ((delivery: { headers: Record<string, string>; body: string }) => Promise<number>);

/** A UUID of version 1, which contains its time, like GitHub's delivery ids. */
export function timeUuid(at: Date, tick: number): string {
  const time = (BigInt(at.getTime()) + 12_219_292_800_000n) * 10_000n + BigInt(tick % 10_000);
  const hex = time.toString(16).padStart(15, '0');
  return `${hex.slice(7)}-${hex.slice(3, 7)}-1${hex.slice(0, 3)}-8${randomBytes(2).toString('hex').slice(1)}-${randomBytes(6).toString('hex')}`;
}

async function post(receiver: Receiver, headers: Record<string, string>, body: string): Promise<number> {
  if (typeof receiver !== 'string') return receiver({ headers, body }).catch(() => 0);
  const sent = fetch(receiver, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
  return sent.then(
    async (answer) => (await answer.arrayBuffer(), answer.status),
    () => 0,
  );
}

/** Ids of attempts exceed the integers that a double holds exactly, as GitHub's do since 2026. */
const FIRST_ID = 9_007_199_254_740_993n;
const CURSOR = 'v1_';
const KEPT_MS = 3 * 24 * 3_600_000;

/** The App's webhook with GitHub's log of deliveries. Events are sent at once, held back, or lost. */
export function createDeliveries(world: World) {
  const made: GitHubEvent[] = [];
  const tries: Try[] = [];
  let receiver: Receiver | undefined;
  let mode: 'send' | 'hold' | 'drop' = 'send';
  let ticks = 0;

  async function attempt(of: GitHubEvent, redelivery: boolean, lost = false): Promise<number> {
    const body = JSON.stringify(of.payload);
    const headers = deliveryHeaders(world.app.webhookSecret, of.event, body, of.guid);
    const at = world.now();
    const status_code = lost || receiver === undefined ? 0 : await post(receiver, headers, body);
    tries.push({ id: FIRST_ID + BigInt(tries.length), of, at, redelivery, status_code });
    return status_code;
  }

  return {
    made,
    tries,
    to: (target: Receiver | undefined) => void (receiver = target),
    /** Sends events at once (the default), holds them back, or loses them, as if the server had not answered. */
    mode: (next: typeof mode) => void (mode = next),
    /** Sends an event, perhaps for the second time, as GitHub may. Resolves to the status. */
    send: (event: GitHubEvent) => attempt(event, false),
    async emit(event: string, payload: Record<string, unknown>): Promise<void> {
      const number = (of: unknown) => (of as { id?: number } | undefined)?.id ?? null;
      const made_at = world.now();
      const one: GitHubEvent = {
        guid: timeUuid(made_at, ++ticks),
        made_at,
        event,
        action: (payload.action as string | undefined) ?? null,
        installation_id: number(payload.installation),
        repository_id: number(payload.repository),
        payload: structuredClone(payload),
      };
      made.push(one);
      if (mode !== 'hold') await attempt(one, false, mode === 'drop');
    },
    /**
     * `GET /app/hook/deliveries`: newest first, the last three days; as JSON text, since the ids are too large for a
     * double.
     */
    list({ cursor, per_page, status }: { cursor?: string | undefined; per_page: number; status?: string | undefined }) {
      const since = world.now().getTime() - KEPT_MS;
      const good = (code: number) => code >= 200 && code < 400;
      const listed = tries
        .filter(
          ({ at, id }) => at.getTime() >= since && (cursor === undefined || id < BigInt(cursor.slice(CURSOR.length))),
        )
        .filter(({ status_code: code }) => status === undefined || good(code) === (status === 'success'))
        .toReversed();
      const page = listed.slice(0, per_page);
      const body = JSON.stringify(page.map(tryJson)).replaceAll(/"id":"(\d+)"/g, '"id":$1');
      return { body, next: listed.length > page.length ? `${CURSOR}${page.at(-1)?.id}` : undefined };
    },
    /** `POST /app/hook/deliveries/{id}/attempts`: GitHub answers at once and sends soon after. */
    redeliver(id: bigint): Promise<number> {
      const found = tries.find((one) => one.id === id && one.at.getTime() >= world.now().getTime() - KEPT_MS);
      if (!found) throw new Refusal(404, 'Not Found');
      return attempt(found.of, true);
    },
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

const tryJson = ({ id, of, at, redelivery, status_code }: Try) => ({
  id: String(id),
  guid: of.guid,
  delivered_at: at.toISOString(),
  redelivery,
  duration: 0.02,
  status: status_code === 0 ? 'failed to connect' : status_code < 400 ? 'OK' : 'Invalid HTTP Response: ' + status_code,
  status_code,
  event: of.event,
  action: of.action,
  installation_id: of.installation_id,
  repository_id: of.repository_id,
  throttled_at: null,
});
