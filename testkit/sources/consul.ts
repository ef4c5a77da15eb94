import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { CONSUL } from '../../src/sources/consul/settings.ts';
import { consulProgram } from '../needs.ts';
import { temporaryDirectory } from '../tmp.ts';
import { startFront } from './front.ts';
import { freePort, must, startProgram } from './program.ts';
import { LOCK_INFO, type SourceWorld } from './world.ts';

/** The maximum size of a value in Consul. */
const VALUE_BYTES = 524_288;

/** Starts Consul in memory, with ACLs that deny by default, and returns its URL and a token that may do everything. */
async function startConsul() {
  const stack = new AsyncDisposableStack();
  const directory = stack.use(await temporaryDirectory());
  const [root, config] = [randomUUID(), join(directory.path, 'config.json')];
  const [server, serf_lan] = [await freePort(), await freePort()];
  const settings = {
    acl: { enabled: true, default_policy: 'deny', tokens: { initial_management: root, agent: root } },
    ports: { server, serf_lan, serf_wan: -1, dns: -1, grpc: -1, grpc_tls: -1 },
    disable_update_check: true,
  };
  await writeFile(config, JSON.stringify(settings));
  const program = stack.use(
    await startProgram(consulProgram() ?? '', (port) => [
      'agent',
      '-dev',
      '-bind=127.0.0.1',
      '-client=127.0.0.1',
      `-http-port=${port}`,
      `-config-file=${config}`,
    ]),
  );
  const ask = (method: string, path: string, body?: object, token = root) =>
    must(`${program.url}/v1/${path}`, {
      method,
      headers: { 'x-consul-token': token },
      ...(body && { body: JSON.stringify(body) }),
    });
  // It answers before it has elected a leader, which knows the token.
  for (let tries = 0; ; tries += 1) {
    const isReady = await ask('GET', 'acl/token/self').then(
      () => true,
      () => false,
    );
    if (isReady) break;
    if (tries === 600) throw new Error('Consul elects no leader');
    await sleep(100);
  }
  return { url: program.url, root, ask, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Consul, with the ACL policy of docs/state-sources.md. */
export const consulWorld: SourceWorld = {
  kind: 'consul',
  needs: ['consul'],
  strange: ['terraform/a b/ü+%', 'terraform/app', 'terraform/app-env:dev', "terraform/q'&?#="],
  many: 60,
  async start() {
    const server = await startConsul();
    const { ask, root } = server;
    /** A token with a policy. */
    const tokenWith = async (name: string, rules: string) => {
      await ask('PUT', 'acl/policy', { Name: name, Rules: rules });
      const made = await ask('PUT', 'acl/token', { Policies: [{ Name: name }] });
      return (await made.json()) as { AccessorID: string; SecretID: string };
    };
    const reader = await tokenWith('reader', CONSUL.grants ?? '');
    const narrow = await tokenWith('narrow', 'key_prefix "other/" { policy = "read" }');
    const ended = await tokenWith('ended', CONSUL.grants ?? '');
    await ask('DELETE', `acl/token/${ended.AccessorID}`);

    const front = await startFront(server.url);
    const urlOf = (key: string) => `${server.url}/v1/kv/${key.split('/').map(encodeURIComponent).join('/')}`;
    const kv = (method: string, key: string, body?: Uint8Array, query = '') =>
      must(urlOf(key) + query, {
        method,
        headers: { 'x-consul-token': root },
        body: body === undefined ? null : Buffer.from(body),
      });

    /**
     * Writes a state as Terraform's backend does with `gzip`: in several values if it is too large for one, named by a
     * digest.
     */
    async function put(key: string, state: string): Promise<void> {
      const payload = state.length > 1_000 ? gzipSync(state, { level: 1 }) : Buffer.from(state);
      const hash = createHash('md5').update(state).digest('hex');
      if (payload.length <= VALUE_BYTES) return void (await kv('PUT', key, payload));
      const chunks: string[] = [];
      for (let at = 0; at < payload.length; at += VALUE_BYTES) {
        chunks.push(`${key}/tfstate.${hash}/${chunks.length}`);
        await kv('PUT', chunks.at(-1) ?? '', payload.subarray(at, at + VALUE_BYTES));
      }
      await kv('PUT', key, Buffer.from(JSON.stringify({ 'current-hash': hash, chunks })));
    }

    return {
      settings: { address: new URL(front.url).host, scheme: 'http', path: 'terraform/' },
      credentials: { token: reader.SecretID },
      writer: { token: root },
      front,
      put,
      async remove(key) {
        await kv('DELETE', key);
        await kv('DELETE', `${key}/tfstate.`, undefined, '?recurse=true');
      },
      keyOf: (workspace) => (workspace === 'default' ? 'terraform/app' : `terraform/app-env:${workspace}`),
      async lock(key) {
        const { ID } = (await (await ask('PUT', 'session/create', { Behavior: 'release' })).json()) as { ID: string };
        await kv('PUT', `${key}/.lock`, new Uint8Array(), `?acquire=${ID}`);
        await kv('PUT', `${key}/.lockinfo`, Buffer.from(JSON.stringify(LOCK_INFO)));
        // After Terraform is killed, its session ends and its lock info stays.
        return () => ask('PUT', `session/destroy/${ID}`);
      },
      litter: () =>
        Promise.all([kv('PUT', 'terraform/settings', Buffer.from('max=3')), kv('PUT', 'web/app', Buffer.from('{}'))]),
      putHuge: (key) => put(key, 'x'.repeat(257 * 1024 * 1024)),
      denied: { credentials: { token: narrow.SecretID } },
      expired: { credentials: { token: ended.SecretID } },
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};
