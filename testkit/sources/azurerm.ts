import { createHmac } from 'node:crypto';
import { azurite } from '../needs.ts';
import { startFront } from './front.ts';
import { must, startProgram } from './program.ts';
import { LOCK_INFO, type SourceWorld } from './world.ts';

/** The default account of Azurite; its key is in the documentation. */
export const AZURITE_ACCOUNT = 'devstoreaccount1';
export const AZURITE_KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** An account SAS with these permissions that expires after `seconds`. */
export function accountSas(permissions: string, seconds = 3600): string {
  const end = new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
  const parts = [AZURITE_ACCOUNT, permissions, 'b', 'sco', '', end, '', '', '2021-12-02', '', ''];
  const sig = createHmac('sha256', Buffer.from(AZURITE_KEY, 'base64')).update(parts.join('\n')).digest('base64');
  return new URLSearchParams({ sv: '2021-12-02', ss: 'b', srt: 'sco', sp: permissions, se: end, sig }).toString();
}

const CONTAINER = 'states';
const pathOf = (key: string) => `${CONTAINER}/${key.split('/').map(encodeURIComponent).join('/')}`;

/** Starts Azurite, Microsoft's emulator of Azure Blob Storage, with an empty container. */
export async function startAzurite(program: string) {
  const server = await startProgram(program, (port) =>
    `--silent --disableTelemetry --skipApiVersionCheck --inMemoryPersistence --blobPort ${port}`.split(' '),
  );
  const sas = accountSas('rwdlac');
  const ask = (path: string, init: RequestInit, query = '') =>
    must(`${server.url}/${AZURITE_ACCOUNT}/${path}?${query}${sas}`, {
      ...init,
      headers: { 'x-ms-version': '2021-12-02', ...(init.headers as Record<string, string>) },
    });
  await ask(CONTAINER, { method: 'PUT' }, 'restype=container&');
  return {
    ...server,
    ask,
    settingsAt: (url: string) => ({
      storage_account_name: AZURITE_ACCOUNT,
      container_name: CONTAINER,
      endpoint: `${url}/${AZURITE_ACCOUNT}`,
    }),
    credentials: { sas_token: `?${sas}` },
    put: (key: string, body: string) =>
      ask(pathOf(key), {
        method: 'PUT',
        body,
        headers: { 'x-ms-blob-type': 'BlockBlob', 'content-type': 'application/json' },
      }),
  };
}

/** Azure Blob Storage in Azurite. */
export const azurermWorld: SourceWorld = {
  kind: 'azurerm',
  needs: ['azurite'],
  strange: ['a b/ü+%.tfstate', 'app.tfstate', 'app.tfstateenv:dev', 'network', "q'&=.tfstate"],
  many: 60,
  async start() {
    const server = await startAzurite(azurite() ?? '');
    const { ask, put, credentials } = server;
    const front = await startFront(server.url);
    const settings = server.settingsAt(front.url);
    return {
      settings,
      credentials,
      front,
      put,
      remove: (key) => ask(pathOf(key), { method: 'DELETE' }),
      keyOf: (workspace) => (workspace === 'default' ? 'app.tfstate' : `app.tfstateenv:${workspace}`),
      async lock(key) {
        const id = LOCK_INFO.ID;
        const lease = (action: string, more: Record<string, string>) =>
          ask(pathOf(key), { method: 'PUT', headers: { 'x-ms-lease-action': action, ...more } }, 'comp=lease&');
        await lease('acquire', { 'x-ms-lease-duration': '-1', 'x-ms-proposed-lease-id': id });
        const info = Buffer.from(JSON.stringify(LOCK_INFO)).toString('base64');
        const headers = { 'x-ms-lease-id': id, 'x-ms-meta-terraformlockid': info };
        await ask(pathOf(key), { method: 'PUT', headers }, 'comp=metadata&');
        return () => lease('release', { 'x-ms-lease-id': id });
      },
      litter: () => Promise.all([put('readme.txt', 'no state'), put('empty', ''), put('app.tfstate.backup', '{}')]),
      denied: { credentials: { sas_token: accountSas('l') } },
      expired: { credentials: { sas_token: accountSas('rl', -60) } },
      nowhere: { ...settings, container_name: 'nowhere' },
      smallPages: () =>
        void (front.rewrite = (url) => url.searchParams.has('maxresults') && url.searchParams.set('maxresults', '7')),
      async [Symbol.asyncDispose]() {
        await front[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  },
};
