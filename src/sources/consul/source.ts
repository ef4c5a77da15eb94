import { createHash } from 'node:crypto';
import { chunksOf } from '../../base/chunks.ts';
import { isObject } from '../../base/json.ts';
import { readLock } from '../../base/lock-info.ts';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import { looksLikeState } from '../../engine/state/sniff.ts';
import type { SourceKind } from '../contract/kind.ts';
import { decompress, MAX_PAGE_BYTES, MAX_STATE_BYTES, tooLarge } from '../shared/limits.ts';
import { commonRange, pathOf } from '../shared/names.ts';
import { gone, objectIn, objectsOf, problemOf, textOf } from '../shared/problems.ts';

const SERVER = 'Consul';
const [LOCK, LOCK_INFO] = ['/.lock', '/.lockinfo'];
const CHUNK = /\/tfstate\.[0-9a-f]{32}\/\d+$/;
const HEAD_BYTES = 4096;
/** Concurrent reads of values. */
const READS = 6;
/** Retries: if a state in several chunks is written during a read, its chunks are gone. */
const ROUNDS = 3;
const SENTENCES = {
  server: SERVER,
  renew: 'Give another ACL token.',
  allow:
    'Give the token a policy with key_prefix "…" { policy = "read" } for the path, or "list" where lists are denied.',
};

/** A key of the store; `session` is empty where nobody holds its lock. */
type Entry = { value: Buffer; index: string; session: string };

/** The chunks of a state that is too large for one value of Consul; the value is then `{"current-hash", "chunks"}`. */
function chunksIn(value: Buffer): { hash: string; keys: string[] } | undefined {
  if (value[0] !== 0x7b || value.length > 262_144) return undefined;
  try {
    const found: unknown = JSON.parse(value.toString('utf8'));
    if (!isObject(found) || !Array.isArray(found.chunks)) return undefined;
    const keys = found.chunks.filter((key) => typeof key === 'string');
    return { hash: textOf(found['current-hash']), keys };
  } catch {
    return undefined;
  }
}

const isCompressed = (value: Buffer): boolean => value[0] === 0x1f;

/** Recognizes a state by its content: the backend accepts any path, and other programs use the same store. */
const isState = (value: Buffer): boolean =>
  isCompressed(value) ||
  chunksIn(value) !== undefined ||
  looksLikeState(value.subarray(0, HEAD_BYTES).toString('utf8'));

/**
 * States in Consul's key/value store, by their keys: https://developer.hashicorp.com/terraform/language/backend/consul.
 */
export const consul: SourceKind = {
  open({ settings, credentials, narrower }, ways): StateSource {
    const { address = '', scheme = 'https', path = '', datacenter } = settings;
    const { token } = credentials;
    const range = commonRange(path, narrower);
    const headers: Record<string, string> = token === undefined ? {} : { 'x-consul-token': token };

    async function ask(key: string, parameters: Record<string, string>, signal?: AbortSignal) {
      const query = new URLSearchParams({ ...parameters, ...(datacenter !== undefined && { dc: datacenter }) });
      const url = `${scheme}://${address}/v1/kv/${pathOf(key)}?${query.toString()}`;
      const answer = await ways.ask(url, { headers, maxBytes: MAX_PAGE_BYTES, signal });
      const isUnknown = answer.status === 403 && /ACL not found/i.test(Buffer.from(answer.bytes).toString('utf8'));
      if (isUnknown) throw problemOf({ status: 401 }, SENTENCES, `the key ${key}`, gone(key));
      return answer;
    }

    async function entry(key: string, signal?: AbortSignal): Promise<Entry | undefined> {
      const answer = await ask(key, {}, signal);
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw problemOf(answer, SENTENCES, `the key ${key}`, gone(`key ${key}`));
      const body = Buffer.concat([Buffer.from('{"all":'), answer.bytes, Buffer.from('}')]);
      const [found] = objectsOf(objectIn({ bytes: body }, SERVER).all);
      if (!found) return undefined;
      return {
        value: Buffer.from(textOf(found.Value), 'base64'),
        index: String(found.ModifyIndex),
        session: textOf(found.Session),
      };
    }

    async function existing(key: string, signal?: AbortSignal): Promise<Entry> {
      const found = await entry(key, signal);
      if (!found) throw gone(`key ${key} in Consul`);
      return found;
    }

    /** Gets the whole list at once: Consul has no pages. */
    async function keys(signal?: AbortSignal): Promise<string[]> {
      if (range === undefined) return [];
      const answer = await ask(range, { keys: 'true' }, signal);
      if (answer.status === 404) return [];
      if (answer.status !== 200) throw problemOf(answer, SENTENCES, `the list of keys below ${range}`, gone(range));
      const body = Buffer.concat([Buffer.from('{"all":'), answer.bytes, Buffer.from('}')]);
      const { all } = objectIn({ bytes: body }, SERVER);
      return Array.isArray(all) ? all.filter((key) => typeof key === 'string') : [];
    }

    /** Joins the chunks of a state; undefined where one is missing, or at another path, and so not the state's own. */
    async function joined(key: string, chunks: readonly string[], signal?: AbortSignal): Promise<Buffer | undefined> {
      const parts: Buffer[] = [];
      let size = 0;
      for (const chunk of chunks) {
        if (!chunk.startsWith(`${key.replace(/\/+$/, '')}/tfstate.`)) return undefined;
        const part = await entry(chunk, signal);
        if (!part) return undefined;
        size += part.value.length;
        if (size > MAX_STATE_BYTES) throw tooLarge(`The state ${key}`);
        parts.push(part.value);
      }
      return Buffer.concat(parts);
    }

    return {
      async *list(signal) {
        const states = (await keys(signal)).filter(
          (key) => !key.endsWith('/') && !key.endsWith(LOCK) && !key.endsWith(LOCK_INFO) && !CHUNK.test(key),
        );
        for (const few of chunksOf(states, READS)) {
          const entries = await Promise.all(few.map((key) => entry(key, signal)));
          for (const [i, key] of few.entries()) {
            const found = entries[i];
            if (found && isState(found.value)) yield { key, size: found.value.length, etag: found.index };
          }
        }
      },
      async read(key, signal) {
        const what = `The state ${key}`;
        for (let round = 1; round <= ROUNDS; round += 1) {
          const { value, index } = await existing(key, signal);
          const chunks = chunksIn(value);
          if (!chunks) return { bytes: await decompress(value, what), etag: index };
          const whole = await joined(key, chunks.keys, signal);
          const bytes = whole && (await decompress(whole, what));
          if (bytes && createHash('md5').update(bytes).digest('hex') === chunks.hash) return { bytes, etag: index };
        }
        throw new SourceProblem(
          'invalid',
          `${what} lies in chunks that are not complete or do not belong together. Write it again with terraform apply.`,
        );
      },
      etag: async (key, signal) => (await existing(key, signal)).index,
      async *locks(_query, signal) {
        for (const info of (await keys(signal)).filter((key) => key.endsWith(LOCK_INFO))) {
          const key = info.slice(0, -LOCK_INFO.length);
          // A lock's description stays behind when Terraform crashes; only a session holds a lock.
          const held = await entry(key + LOCK, signal);
          if (held === undefined || held.session === '') continue;
          const { operation, created } = readLock((await entry(info, signal))?.value.toString('utf8') ?? '');
          yield { key, since: created ?? new Date(), operation };
        }
      },
    };
  },
};
