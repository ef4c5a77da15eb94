import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { buildApp } from '../api/app.ts';
import { DRAIN_MS } from '../api/http/connections.ts';
import type { Phase } from '../api/http/types.ts';
import { countOrganizations } from '../store/queries/instance-status.ts';
import { composeLimiter, composeMetrics } from './compose-api.ts';
import { sandboxWarning } from './compose-sandbox.ts';
import { compose } from './compose.ts';
import { shownSettings, type Config } from './config/config.ts';
import { loadOperatorKey } from './data-directory.ts';
import { listen } from './listen.ts';
import type { OpenedStore } from './open-store.ts';
import { storedInstallUrl } from './stored-app.ts';
import { version } from './version.ts';

export type RunningServer = {
  /** The server's address: `http://127.0.0.1:8080`. */
  url: string;
  dataDir: string;
  database: 'postgres' | 'embedded';
  operatorKeyFile: string | undefined;
  createdOperatorKey: boolean;
  /** The number of organizations. */
  organizations: number;
  /** The GitHub App in use; `installUrl` is known if `plumbline github setup` stored the App. */
  githubApp: { installUrl: string | undefined } | undefined;
  /** Stops accepting work, finishes requests in flight, and closes everything. Safe to call twice. */
  stop(): Promise<void>;
};

/** How long running analyses may continue after a stop; the next start resumes them. */
const GRACE_MS = 5000;

/** The time limit of each cleanup: a database that does not answer must not keep the process alive. */
const CLOSE_MS = 4000;

/** The directory of the built dashboard. */
const WEB_DIRECTORY = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** Runs cleanups, last first; a failed or slow cleanup does not block the others. */
function undoStack() {
  const steps: { undo: () => Promise<unknown>; withinMs: number }[] = [];
  return {
    push: (undo: () => Promise<unknown>, withinMs = CLOSE_MS) => steps.push({ undo, withinMs }),
    async run() {
      const failures: unknown[] = [];
      for (const { undo, withinMs } of steps.splice(0).reverse()) {
        const undone = undo().catch((error: unknown) => failures.push(error));
        await Promise.race([undone, sleep(withinMs, undefined, { ref: false })]);
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

const httpOptions = ({ trustedProxies = [], corsOrigins = [], publicUrl }: Config, phase: () => Phase) => ({
  trustedProxies,
  corsOrigins,
  ...(publicUrl !== undefined && { publicUrl }),
  phase,
});

const limitsOf = ({ keyLimit: key, orgLimit: org, recallLimit: recallKey, orgRecallLimit: recallOrg }: Config) => ({
  key,
  org,
  recallKey,
  recallOrg,
});

/** A server's input; the data directory exists. */
type StartInput = { config: Config; dataDir: string; log: Logger; opened: OpenedStore };

/** Starts the server on an open database, and closes the database at its end: see `startServer`. */
export async function bringUp({ config, dataDir, log, opened }: StartInput): Promise<RunningServer> {
  let phase: Phase = 'starting';
  const undo = undoStack();
  try {
    undo.push(() => opened.store.close());
    const metrics = composeMetrics();
    undo.push(async () => metrics.close());
    const parts = await compose(config, dataDir, opened, { log, metrics });
    undo.push(() => parts.stopWork(GRACE_MS), GRACE_MS + CLOSE_MS);
    await parts.prepare();
    const operator = loadOperatorKey(config.adminKey, dataDir);
    const limiting = await composeLimiter(config, { log, metrics });
    undo.push(async () => limiting.close());
    const http = httpOptions(config, () => phase);
    const instance = { providers: parts.providers, sandbox: parts.sandbox, settings: shownSettings(config.env) };
    const { services } = parts;
    const { limiter } = limiting;
    const options = { services, operatorHash: operator.hash, version: version(), log, metrics, web: WEB_DIRECTORY };
    const app = await buildApp({ ...options, http, limiter, limits: limitsOf(config), instance });
    undo.push(async () => {
      await app.drain();
      await app.close();
    }, DRAIN_MS + CLOSE_MS);
    // Before work starts: if the port is taken, no job has to be given back.
    const url = await listen(app, { host: config.host, port: config.port });
    await parts.startWork();
    void parts.sandbox().then((sandbox) => {
      const warning = sandboxWarning(sandbox);
      if (warning === undefined)
        log.info({ sandbox: sandbox.level, missing: sandbox.missing }, 'how providers are confined');
      else log.warn(warning);
    });
    const organizations = await countOrganizations(opened.store.db);
    const stop = async () => {
      phase = 'stopping';
      log.info('stopping: not ready any more, finishing requests in flight');
      await sleep(config.shutdownDelay * 1000);
      await undo.run();
      log.info('stopped');
    };
    let stopped: Promise<void> | undefined;
    const running = {
      url,
      dataDir,
      database: opened.store.kind,
      operatorKeyFile: operator.file,
      createdOperatorKey: operator.created,
      organizations,
      githubApp: parts.services.apps.has('github') ? { installUrl: storedInstallUrl(config, dataDir) } : undefined,
      stop: () => (stopped ??= stop()),
    };
    // Nothing fails after this point. An earlier "ready" would attract requests to a server that may end at once.
    phase = 'serving';
    return running;
  } catch (error) {
    await undo.run().catch(() => undefined);
    throw error;
  }
}
