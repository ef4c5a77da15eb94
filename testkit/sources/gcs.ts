import { basename } from 'node:path';
import { gcsEmulator } from '../needs.ts';
import { startFront } from './front.ts';
import { must, startProgram } from './program.ts';
import { LOCK_INFO, type SourceWorld } from './world.ts';

const GOOGLE_ERROR = (code: number, reason: string) =>
  JSON.stringify({ error: { code, message: 'ana@acme.example does not have access.', errors: [{ reason }] } });

/** Google Cloud Storage in an emulator: gcp-storage-emulator, or fake-gcs-server if PLUMBLINE_TEST_GCS names it. */
export const gcsWorld: SourceWorld = {
  kind: 'gcs',
  needs: ['gcs'],
  strange: ['a b/ü+%.tfstate', 'app/default.tfstate', 'app/dev.tfstate', "q'&?#=.tfstate"],
  many: 60,
  async start() {
    const program = gcsEmulator() ?? '';
    const isFake = basename(program) === 'fake-gcs-server';
    const server = await startProgram(program, (port) =>
      isFake
        ? ['-backend', 'memory', '-scheme', 'http', '-host', '127.0.0.1', '-port', String(port)]
        : ['start', '--host=127.0.0.1', `--port=${port}`, '--in-memory', '-q'],
    );
    const front = await startFront(server.url);
    const json = { 'content-type': 'application/json' };
    await must(`${server.url}/storage/v1/b`, { method: 'POST', headers: json, body: '{"name":"states"}' });
    const objects = `${server.url}/storage/v1/b/states/o`;
    const put = (key: string, body: string) =>
      must(`${server.url}/upload/storage/v1/b/states/o?uploadType=media&name=${encodeURIComponent(key)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body,
      });
    const remove = (key: string) => must(`${objects}/${encodeURIComponent(key)}`, { method: 'DELETE' });
    return {
      settings: { bucket: 'states', endpoint: front.url },
      credentials: { access_token: 'ya29.secret-token' },
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
