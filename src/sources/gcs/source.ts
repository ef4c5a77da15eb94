import { readLock } from '../../base/lock-info.ts';
import { SourceProblem, type StateSource } from '../../base/state-source.ts';
import type { Answer, SourceKind } from '../contract/kind.ts';
import { MAX_PAGE_BYTES, MAX_STATE_BYTES } from '../shared/limits.ts';
import { commonRange, trimmed } from '../shared/names.ts';
import { gone, momentOf, objectIn, objectsOf, problemOf, textOf } from '../shared/problems.ts';
import { federated } from './federated.ts';
import { tokenOf } from './token.ts';

const ENDPOINT = 'https://storage.googleapis.com';
const [STATE, LOCK] = ['.tfstate', '.tflock'];
const FIELDS = 'nextPageToken,items(name,size,generation,timeCreated)';
const SERVER = 'Google Cloud Storage';
const SENTENCES = {
  server: SERVER,
  renew: 'Give a new key of the service account, or a new access token: those end after an hour.',
  allow: 'Grant the service account roles/storage.objectViewer on the bucket.',
};

/** States in a bucket of Google Cloud Storage, read by its JSON API: https://cloud.google.com/storage/docs/json_api/v1. */
export const gcs: SourceKind = {
  open({ settings, credentials, narrower }, ways): StateSource {
    const { bucket = '', prefix = '', endpoint = ENDPOINT } = settings;
    const objects = `${trimmed(endpoint)}/storage/v1/b/${encodeURIComponent(bucket)}/o`;
    const range = commonRange(prefix, narrower);
    const token =
      settings.workload_identity_provider === undefined ? tokenOf(credentials, ways) : federated(settings, ways);
    const bucketOf = `the bucket ${bucket}`;
    const noBucket = new SourceProblem('bucket_not_found', `There is no bucket named ${bucket}. Check its name.`);

    async function ask(url: string, maxBytes: number, signal: AbortSignal | undefined): Promise<Answer> {
      const asked = async (bearer: string) =>
        ways.ask(url, { headers: { authorization: `Bearer ${bearer}` }, maxBytes, signal });
      const held = await token();
      const answer = await asked(held);
      if (answer.status !== 401) return answer;
      const other = await token(held);
      return other === held ? answer : asked(other);
    }

    const urlOf = (key: string, query: string) => `${objects}/${encodeURIComponent(key)}?${query}`;

    async function object(key: string, query: string, signal: AbortSignal | undefined, maxBytes = MAX_STATE_BYTES) {
      const answer = await ask(urlOf(key, query), maxBytes, signal);
      const what = `${key} in ${bucketOf}`;
      if (answer.status !== 200) throw problemOf(answer, SENTENCES, what, gone(what));
      return answer;
    }

    async function generation(key: string, signal: AbortSignal | undefined): Promise<string> {
      return textOf(objectIn(await object(key, 'fields=generation', signal), SERVER).generation);
    }

    async function* listed(signal: AbortSignal | undefined) {
      if (range === undefined) return;
      let next = '';
      do {
        const query = new URLSearchParams({ prefix: range, fields: FIELDS, maxResults: '1000' });
        if (next !== '') query.set('pageToken', next);
        const answer = await ask(`${objects}?${query.toString()}`, MAX_PAGE_BYTES, signal);
        if (answer.status !== 200) throw problemOf(answer, SENTENCES, bucketOf, noBucket);
        const { items, nextPageToken } = objectIn(answer, SERVER);
        yield* objectsOf(items);
        next = textOf(nextPageToken);
      } while (next !== '');
    }

    return {
      async *list(signal) {
        for await (const { name, size, generation } of listed(signal))
          if (textOf(name).endsWith(STATE)) yield { key: textOf(name), size: Number(size), etag: textOf(generation) };
      },
      async read(key, signal) {
        const answer = await object(key, 'alt=media', signal);
        const etag = answer.headers.get('x-goog-generation');
        if (etag !== null) return { bytes: answer.bytes, etag };
        // Emulators lack the header. Read first: a version written in between then counts as not yet read.
        const before = await generation(key, signal);
        return { bytes: (await object(key, 'alt=media', signal)).bytes, etag: before };
      },
      etag: generation,
      async *locks(_query, signal) {
        for await (const { name, timeCreated } of listed(signal)) {
          const lock = textOf(name);
          if (!lock.endsWith(LOCK)) continue;
          const answer = await ask(urlOf(lock, 'alt=media'), MAX_PAGE_BYTES, signal);
          if (answer.status === 404) continue;
          const { operation, created } = readLock(Buffer.from(answer.bytes).toString('utf8'));
          yield { key: lock.slice(0, -LOCK.length) + STATE, since: created ?? momentOf(timeCreated), operation };
        }
      },
    };
  },
};
