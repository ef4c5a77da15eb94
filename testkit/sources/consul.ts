import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startFront } from './front.ts';
import { startStandIn } from './stand-in.ts';
import { LOCK_INFO, type SourceWorld } from './world.ts';

type Pair = { value: Buffer; index: number; flags: string; session?: string };
type Operation = { KV: { Verb: string; Key: string; Value: string; Index: number } };

/** The maximum size of a value in Consul. */
const VALUE_BYTES = 524_288;

/**
 * A stand-in for Consul: its key/value store with sessions and transactions:
 * https://developer.hashicorp.com/consul/api-docs/kv.
 */
export const consulWorld: SourceWorld = {
  kind: 'consul',
  needs: [],
  strange: ['terraform/a b/ü+%', 'terraform/app', 'terraform/app-env:dev', "terraform/q'&?#="],
  many: 60,
  async start() {
    const pairs = new Map<string, Pair>();
    let index = 100;
    const server = await startStandIn(async ({ method, url, headers, body }) => {
      const key = decodeURIComponent(url.pathname.replace(/^\/v1\/kv\//, ''));
      const token = headers['x-consul-token'];
      if (token === 'expired-token') return { status: 403, body: 'ACL not found' };
      if (token !== 'secret-token')
        return { status: 403, body: "Permission denied: token with AccessorID '00' lacks permission 'key:read'" };
      const parameter = (name: string) => url.searchParams.get(name);
      const set = (name: string, value: Buffer, more: { flags?: string; session?: string } = {}) => {
        index += 1;
        pairs.set(name, { value, index, flags: '0', ...more });
      };
      if (url.pathname === '/v1/session/create') return { body: { ID: LOCK_INFO.ID } };
      if (url.pathname.startsWith('/v1/session/')) return { body: [{ ID: LOCK_INFO.ID, TTL: '15s' }] };
      if (url.pathname === '/v1/txn') {
        if (body.length > VALUE_BYTES) return { status: 413, body: 'Request body too large' };
        const [first] = JSON.parse(body.toString()) as Operation[];
        const { Key = '', Value = '', Verb = '', Index = 0 } = first?.KV ?? {};
        if (Verb === 'cas' && pairs.get(Key)?.index !== Index)
          return { status: 409, body: { Results: null, Errors: [{ OpIndex: 0, What: 'index is stale' }] } };
        set(Key, Buffer.from(Value, 'base64'));
        return { body: { Results: [{ KV: { Key, Flags: 0, ModifyIndex: index } }], Errors: null } };
      }
      if (method === 'PUT') {
        if (body.length > VALUE_BYTES) return { status: 413, body: 'Request body too large' };
        const [session, flags] = [parameter('acquire') ?? undefined, parameter('flags') ?? '0'];
        set(key, body, { flags, ...(session !== undefined && { session }) });
        return { body: 'true' };
      }
      if (method === 'DELETE') {
        for (const one of pairs.keys())
          if (one === key || (url.searchParams.has('recurse') && one.startsWith(key))) pairs.delete(one);
        return { body: 'true' };
      }
      // A request with an index waits for a change (blocking query).
      if (parameter('index') === String(pairs.get(key)?.index)) await sleep(200);
      if (url.searchParams.has('keys')) {
        const found = [...pairs.keys()].filter((one) => one.startsWith(key)).toSorted();
        return found.length === 0 ? { status: 404 } : { body: found };
      }
      const found = pairs.get(key);
      if (!found) return { status: 404 };
      const { value, session, flags } = found;
      // The flags have 64 bits, more than a double holds exactly.
      const shown = `{"LockIndex":0,"Key":${JSON.stringify(key)},"Flags":${flags},"Value":"${value.toString('base64')}","CreateIndex":1,
        "ModifyIndex":${found.index}${session === undefined ? '' : `,"Session":"${session}"`}}`;
      return {
        body: `[${shown}]`,
        headers: { 'content-type': 'application/json', 'x-consul-index': String(found.index) },
      };
    });
    const front = await startFront(server.url);
    const pathOf = (key: string) => key.split('/').map(encodeURIComponent).join('/');
    const ask = (method: string, key: string, body?: Uint8Array, query = '') =>
      fetch(`${server.url}/v1/kv/${pathOf(key)}${query}`, {
        method,
        headers: { 'x-consul-token': 'secret-token' },
        body: body === undefined ? null : Buffer.from(body),
      });

    /**
     * Writes a state as Terraform's backend does with `gzip`: in several values if it is too large for one, named by a
     * digest.
     */
    async function put(key: string, state: string): Promise<void> {
      const payload = state.length > 1_000 ? gzipSync(state, { level: 1 }) : Buffer.from(state);
      const hash = createHash('md5').update(state).digest('hex');
      if (payload.length <= VALUE_BYTES) return void (await ask('PUT', key, payload));
      const chunks: string[] = [];
      for (let at = 0; at < payload.length; at += VALUE_BYTES) {
        chunks.push(`${key}/tfstate.${hash}/${chunks.length}`);
        await ask('PUT', chunks.at(-1) ?? '', payload.subarray(at, at + VALUE_BYTES));
      }
      await ask('PUT', key, Buffer.from(JSON.stringify({ 'current-hash': hash, chunks })));
    }

    return {
      settings: { address: new URL(front.url).host, scheme: 'http', path: 'terraform/' },
      credentials: { token: 'secret-token' },
      front,
      put,
      async remove(key) {
        await ask('DELETE', key);
        await ask('DELETE', `${key}/tfstate.`, undefined, '?recurse=true');
      },
      keyOf: (workspace) => (workspace === 'default' ? 'terraform/app' : `terraform/app-env:${workspace}`),
      async lock(key) {
        await ask('PUT', `${key}/.lock`, new Uint8Array(), `?acquire=${LOCK_INFO.ID}`);
        await ask('PUT', `${key}/.lockinfo`, Buffer.from(JSON.stringify(LOCK_INFO)));
        // After Terraform is killed, its session ends and its lock info stays.
        return () => ask('PUT', `${key}/.lock`, new Uint8Array());
      },
      litter: () =>
        Promise.all([ask('PUT', 'terraform/settings', Buffer.from('max=3')), ask('PUT', 'web/app', Buffer.from('{}'))]),
      putHuge: (key) => put(key, 'x'.repeat(257 * 1024 * 1024)),
      denied: { credentials: { token: 'narrow-token' } },
      expired: { credentials: { token: 'expired-token' } },
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};
