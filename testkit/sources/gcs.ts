import { basename } from 'node:path';
import { gcsEmulator } from '../needs.ts';
import { startFront } from './front.ts';
import { must, startProgram } from './program.ts';
import { LOCK_INFO, type SourceWorld } from './world.ts';

const GOOGLE_ERROR = (code: number, reason: string) =>
  JSON.stringify({ error: { code, message: 'ana@acme.example does not have access.', errors: [{ reason }] } });

const BUCKET = 'states';

/** Starts an emulator of Google Cloud Storage with an empty bucket: `program` is gcp-storage-emulator or fake-gcs-server. */
export async function startGcs(program: string) {
  const isFake = basename(program) === 'fake-gcs-server';
  const server = await startProgram(program, (port) =>
    isFake
      ? ['-backend', 'memory', '-scheme', 'http', '-host', '127.0.0.1', '-port', String(port)]
      : ['start', '--host=127.0.0.1', `--port=${port}`, '--in-memory', '-q'],
  );
  const json = { 'content-type': 'application/json' };
  await must(`${server.url}/storage/v1/b`, { method: 'POST', headers: json, body: JSON.stringify({ name: BUCKET }) });
  const objects = `${server.url}/storage/v1/b/${BUCKET}/o`;
  return {
    ...server,
    isFake,
    objects,
    settingsAt: (endpoint: string) => ({ bucket: BUCKET, endpoint }),
    credentials: { access_token: 'ya29.secret-token' },
    put: (key: string, body: string) =>
      must(`${server.url}/upload/storage/v1/b/${BUCKET}/o?uploadType=media&name=${encodeURIComponent(key)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body,
      }),
  };
}

/** Google Cloud Storage in an emulator: gcp-storage-emulator, or fake-gcs-server if PLUMBLINE_TEST_GCS names it. */
export const gcsWorld: SourceWorld = {
  kind: 'gcs',
  needs: ['gcs'],
  strange: ['a b/ü+%.tfstate', 'app/default.tfstate', 'app/dev.tfstate', "q'&?#=.tfstate"],
  many: 60,
  async start() {
    const server = await startGcs(gcsEmulator() ?? '');
    const { isFake, objects, put, credentials } = server;
    const front = await startFront(server.url);
    const remove = (key: string) => must(`${objects}/${encodeURIComponent(key)}`, { method: 'DELETE' });
    return {
      settings: server.settingsAt(front.url),
      credentials,
      front,
      put,
      remove,
      keyOf: (workspace) => `app/${workspace}.tfstate`,
      async lock(key) {
        const lock = key.replace(/\.tfstate$/, '.tflock');
        await put(lock, JSON.stringify(LOCK_INFO));
        return () => remove(lock);
      },
      litter: () => Promise.all([put('readme.txt', 'no state'), put('app/old.tfstate.backup', '{}')]),
      denied: { status: 403, body: GOOGLE_ERROR(403, 'forbidden') },
      expired: { status: 401, body: GOOGLE_ERROR(401, 'authError') },
      nowhere: { bucket: 'nowhere', endpoint: front.url },
      smallPages() {
        if (isFake) {
          front.rewrite = (url) => url.searchParams.has('maxResults') && url.searchParams.set('maxResults', '7');
          return;
        }
        // This emulator has no pagination: its list is cut into pages here.
        front.answer = async (url) => {
          if (!url.searchParams.has('maxResults')) return undefined;
          const from = Number(url.searchParams.get('pageToken') ?? 0);
          const whole = await must(`${objects}?prefix=${encodeURIComponent(url.searchParams.get('prefix') ?? '')}`);
          const { items } = (await whole.json()) as { items: unknown[] };
          const next = from + 7 < items.length ? { nextPageToken: String(from + 7) } : {};
          return JSON.stringify({ items: items.slice(from, from + 7), ...next });
        };
      },
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};
