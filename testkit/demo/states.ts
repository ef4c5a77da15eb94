import { AZURITE_KEY, startAzurite } from '../sources/azurerm.ts';
import { startGcs } from '../sources/gcs.ts';
import type { StartedProgram } from '../sources/program.ts';
import { azurite, gcsEmulator } from '../needs.ts';
import { Unavailable, type DemoStates, type OpenStates } from '../../src/cli/demo/world.ts';
import { guard } from './guard.ts';
import { openPostgresStates } from './states-pg.ts';

const KEY = 'shop/production.tfstate';
/** The emulators listen on this machine, without TLS. */
const LOCAL = { PLUMBLINE_WEBHOOK_NETWORKS: 'loopback', PLUMBLINE_WEBHOOK_HTTP: '1' };

/** Returns a function that stops an emulator, which also stops if this process is killed. */
function ending(server: StartedProgram): () => Promise<void> {
  const watchdog = server.pid === undefined ? undefined : guard(server.pid);
  return async () => {
    await server[Symbol.asyncDispose]();
    watchdog?.release();
  };
}

async function openGcs(): Promise<DemoStates> {
  const program = gcsEmulator();
  if (program === undefined)
    throw new Unavailable(
      '--source gcs needs an emulator of Google Cloud Storage on PATH: pipx install gcp-storage-emulator',
    );
  const server = await startGcs(program);
  const settings = server.settingsAt(server.url);
  return {
    where: `gs://${settings.bucket}/${KEY}, in an emulator of Google Cloud Storage, ${server.url}`,
    env: LOCAL,
    source: { kind: 'gcs', settings, credentials: server.credentials },
    put: (state) => server.put(KEY, state),
    close: ending(server),
  };
}

async function openAzurerm(): Promise<DemoStates> {
  const program = azurite();
  if (program === undefined)
    throw new Unavailable('--source azurerm needs Azurite, an emulator, on PATH: npm install -g azurite');
  const server = await startAzurite(program);
  const settings = server.settingsAt(server.url);
  return {
    where: `${settings.endpoint}/${settings.container_name}/${KEY}, in Azurite`,
    env: LOCAL,
    source: { kind: 'azurerm', settings, credentials: { access_key: AZURITE_KEY } },
    put: (state) => server.put(KEY, state),
    close: ending(server),
  };
}

/**
 * Opens an empty state source of this kind for the demo. Throws `Unavailable` with what to install if the emulator is
 * not on PATH.
 */
export const openStates: OpenStates = (kind, options) => {
  if (kind === 'pg') return openPostgresStates(options);
  return kind === 'gcs' ? openGcs() : openAzurerm();
};
